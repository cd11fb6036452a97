import { parsed } from '../shared/options';

export const USAGE = `Usage: npm run doctor

Says what is wrong with this installation, or risky, before it hurts: one line for each thing that it looks at. It changes
nothing, needs no server, and may run beside one.

Exit status: 0 nothing is wrong, there may be warnings; 1 something is wrong; 2 wrong options.
What it looks at is in docs/operations/doctor.md.`;

/** @returns null when help is asked for. @throws WrongOptions */
export const readOptions = (args: string[]): object | null => parsed(args, {});
