import { useParams } from '@tanstack/react-router';

/** A part of the address, as `id` in /users/edit/{id}; empty if the route has none. */
export function useParam(name: string): string {
  const params: Readonly<Record<string, string | undefined>> = useParams({ strict: false });
  return params[name] ?? '';
}
