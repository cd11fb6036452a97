import type { Finding } from './finding';

const VERDICT = 'warning'.length;
const ABOUT = 17;

/** One line, aligned with the others. */
export const lineOf = ({ verdict, about, text }: Finding): string =>
  `${verdict.padEnd(VERDICT)}  ${about.padEnd(ABOUT)}  ${text.replace(/\s*\n\s*/g, ' ')}`;

/** The last line: how many of each there are. */
export const summaryOf = (findings: readonly Finding[]): string => {
  const count = (verdict: Finding['verdict']): number =>
    findings.filter((finding) => finding.verdict === verdict).length;
  return `${count('wrong')} wrong, ${count('warning')} to be considered, ${count('ok')} ok.`;
};

/** @returns the exit status */
export const statusOf = (findings: readonly Finding[]): number =>
  findings.some(({ verdict }) => verdict === 'wrong') ? 1 : 0;
