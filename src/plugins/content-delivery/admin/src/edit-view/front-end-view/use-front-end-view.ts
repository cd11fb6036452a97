import type { FrontEndView } from '../../../../contracts/editing';
import { useAnswer } from '../../shared/api/use-answer';
import { useReloadOnFocus } from '../../shared/api/use-reload-on-focus';
import { PLUGIN_ID } from '../../shared/plugin-id';

/** Longer timers end at once. */
const MAX_TIMER = 2 ** 31 - 1;

/**
 * What front ends see of an entry. Reloaded when the entry's version changes, when its schedule date
 * comes, and when the editor returns to this tab, as others and the website's settings may have changed it.
 * @returns null while it is not known yet, `failed` when it could not be asked
 */
export const useFrontEndView = (
  model: string,
  documentId: string | undefined,
  version: string,
): FrontEndView | 'failed' | null => {
  const { answer, problem, reload } = useAnswer<{ data: FrontEndView }>(
    documentId ? `/${PLUGIN_ID}/entries/${model}/${documentId}/front-end-view` : null,
    ({ data: { waitsUntil } }) =>
      waitsUntil === null ? null : Math.min(Date.parse(waitsUntil) - Date.now() + 1_000, MAX_TIMER),
    version,
  );

  useReloadOnFocus(reload);

  return problem === null ? (answer?.data ?? null) : 'failed';
};
