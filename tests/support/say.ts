/** Shown at once, while Jest keeps back what goes to the console. */
export const say = (text: string): void => void process.stderr.write(`${text}\n`);
