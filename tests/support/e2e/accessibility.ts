import axe, { type AxeResults } from 'axe-core';
import type { Locator } from 'playwright-core';
import { inTime } from '../in-time';

/** What a person with a disability would be stopped or much hindered by. */
const GRAVE = ['serious', 'critical'];

/**
 * Checks a part of a page, all that is in it, for barriers.
 * @throws with every finding that axe-core calls serious or critical, and where it is
 */
export const expectAccessible = async (part: Locator): Promise<void> => {
  await part.waitFor();
  await part.page().evaluate(axe.source);
  const looked = part.evaluate((element) =>
    (globalThis as unknown as { axe: { run(root: unknown): Promise<AxeResults> } }).axe.run(element),
  );
  const { violations } = await inTime('what axe-core finds', looked);
  const findings = violations
    .filter(({ impact }) => impact && GRAVE.includes(impact))
    .flatMap(({ id, help, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${help}\n${html}\n${failureSummary ?? ''}`),
    );
  expect(findings).toEqual([]);
};

/** Checks a part with the mouse away from it: the colours of what is pointed at are Strapi's own, and too light. */
export const expectAccessibleAtRest = async (part: Locator): Promise<void> => {
  await part.page().mouse.move(0, 0);
  await expectAccessible(part);
};
