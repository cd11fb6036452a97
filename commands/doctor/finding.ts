/** `warning`: it works today, and may hurt. `wrong`: something does not work, or will not. */
export type Verdict = 'ok' | 'warning' | 'wrong';

/** What was found out about one thing. */
export interface Finding {
  verdict: Verdict;
  /** Two or three words at the beginning of the line. */
  about: string;
  /** For people: what is so, and where something is to be done, what. Never a secret. */
  text: string;
}

const finding =
  (verdict: Verdict) =>
  (about: string, text: string): Finding => ({ verdict, about, text });

export const ok = finding('ok');
export const warning = finding('warning');
export const wrong = finding('wrong');

/** Looks at one thing. What it throws becomes a finding of its own. */
export interface Check {
  about: string;
  /** Seconds after which it is given up. */
  seconds?: number;
  look(): Finding[] | Promise<Finding[]>;
}
