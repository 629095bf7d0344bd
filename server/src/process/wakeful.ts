/** A background job that looks for work now and then, and at once when it is told that there is some. */
export interface Wakeful {
  start(): void;
  /** There is something to do: looks now, once it has been started. */
  wake(): void;
  /** Ends after the run that is under way. */
  stop(): Promise<void>;
}

/**
 * One run at a time; who wakes it meanwhile gets another one after it. A run that fails is written down, and the next look tries again.
 * @param work is given whether to go on.
 */
export function openWakeful(work: (goesOn: () => boolean) => Promise<void>, { every, failed }: { every: number; failed: string }): Wakeful {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let isAsked = false;
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    try {
      while (isAsked && !isStopped) {
        isAsked = false;
        await work(() => !isStopped);
      }
    } catch (error) {
      console.error(failed, error);
    } finally {
      running = undefined;
    }
  }

  function wake(): void {
    isAsked = true;
    if (timer !== undefined && !isStopped) running ??= run();
  }

  return {
    start() {
      timer = setInterval(wake, every);
      timer.unref();
      wake();
    },
    wake,
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
