const patienceMilliseconds = 9_000;

/** Stops the added parts on SIGTERM or SIGINT, newest first, and exits with 0, after `patience` ms at the latest. */
export function stopOnSignal(patience = patienceMilliseconds) {
  const parts: { name: string; end: () => unknown }[] = [];
  let stopping = false;

  async function stop() {
    if (stopping) return;
    stopping = true;
    setTimeout(() => {
      console.error('A part of the portal did not stop in time and was ended.');
      process.exit(0);
    }, patience);
    for (let part = parts.pop(); part; part = parts.pop()) {
      try {
        await part.end();
      } catch (error) {
        console.error(`Ending ${part.name} failed:`, error);
      }
    }
    process.exit(0);
  }

  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop());
  return {
    add(name: string, end: () => unknown) {
      parts.push({ name, end });
    },
  };
}
