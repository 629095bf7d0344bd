/** Rejects with `late` if the work takes longer; the work itself continues. */
export async function within<Result>(milliseconds: number, work: Promise<Result>, late: string): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error(late)), milliseconds);
  });
  work.catch(() => undefined);
  try {
    return await Promise.race([work, patience]);
  } finally {
    clearTimeout(timer);
  }
}
