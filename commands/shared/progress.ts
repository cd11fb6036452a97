/** Where progress is shown. */
export interface Output {
  isTTY?: boolean;
  columns?: number;
  write(text: string): unknown;
}

export interface Step {
  done: number;
  total: number;
  secondsLeft: number | null;
}

const BAR = 30;
/** Milliseconds between two plain lines. */
const LINE_EVERY = 5_000;

export const formatDuration = (seconds: number): string => {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes} min ${seconds % 60} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
};

export const stepLine = ({ done, total, secondsLeft }: Step): string => {
  const percent = total === 0 ? 100 : Math.floor((done / total) * 100);
  const left = secondsLeft === null || done >= total ? '' : `, about ${formatDuration(secondsLeft)} left`;
  return `${done.toLocaleString('en')} of ${total.toLocaleString('en')} (${percent} %)${left}`;
};

export const barLine = (name: string, step: Step, columns: number): string => {
  const filled = step.total === 0 ? BAR : Math.floor((step.done / step.total) * BAR);
  const line = `${name} [${'#'.repeat(filled)}${'-'.repeat(BAR - filled)}] ${stepLine(step)}`;
  return line.slice(0, Math.max(10, columns - 1));
};

/** A bar that stays in its place on a terminal, and a plain line now and then elsewhere. */
export const createProgress = (output: Output, name: string, now: () => number = Date.now) => {
  let lastLine: number | null = null;
  let last = '';
  return {
    show(step: Step): void {
      if (output.isTTY) {
        const line = barLine(name, step, output.columns ?? 80);
        if (line !== last) output.write(`\r\u001b[2K${line}`);
        last = line;
        return;
      }
      if (lastLine !== null && now() - lastLine < LINE_EVERY) return;
      lastLine = now();
      output.write(`${name}: ${stepLine(step)}\n`);
    },
    end(step: Step): void {
      if (output.isTTY) output.write(`\r\u001b[2K${barLine(name, step, output.columns ?? 80)}\n`);
      else output.write(`${name}: ${stepLine(step)}\n`);
    },
  };
};
