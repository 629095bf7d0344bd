import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';

/** A component whose script is loaded when it is first rendered; until then `waiting` replaces it. */
export function onDemand<Props extends object>(load: () => Promise<ComponentType<Props>>, waiting: ReactNode = null): ComponentType<Props> {
  const Loaded = lazy<ComponentType<object>>(async () => ({ default: (await load()) as ComponentType<object> }));
  return (props) => (
    <Suspense fallback={waiting}>
      <Loaded {...props} />
    </Suspense>
  );
}
