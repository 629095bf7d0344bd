/** A screen's script that did not load because the portal cannot be reached. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

/** Checks whether the portal responds. */
function isReachable(): Promise<boolean> {
  return fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Loads a part of the page. @throws Unreachable, because otherwise the router would reload the page without content. */
export async function loaded<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    throw (await isReachable()) ? error : new Unreachable('The portal cannot be reached.', { cause: error });
  }
}

/** Calls back once the portal responds. @returns a function that stops the checks. */
export function onceReachable(then: () => void, milliseconds = 3000): () => void {
  const timer = setInterval(() => void isReachable().then((isThere) => isThere && then()), milliseconds);
  return () => clearInterval(timer);
}
