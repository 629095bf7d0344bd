/** What some work gives, unless it takes longer than so many milliseconds. The work itself goes on; what becomes of it is nobody's. */
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
