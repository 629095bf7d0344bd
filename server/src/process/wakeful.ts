/** A background job that polls, and can be woken. */
export interface Wakeful {
  start(): void;
  wake(): void;
  /** Waits for the current run. */
  stop(): Promise<void>;
}

/** One run at a time; a wake during a run causes another. Failures are logged. `work` receives a function that says whether to continue. */
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
