import { getFetchClient } from '@strapi/strapi/admin';
import type { EntryRights } from '../../../../contracts/entry-actions';
import { PLUGIN_ID } from '../../shared/plugin-id';

interface Permission {
  action: string;
  subject?: string | null;
  conditions?: readonly unknown[];
}

interface Context {
  pathname: string;
}

type Next = (permissions: Permission[]) => Promise<Permission[]> | Permission[];

/** Milliseconds for which an answer holds: a form asks many times while it opens. */
const FRESH = 2_000;
const ENTRY = /\/content-manager\/collection-types\/(api::[\w.:-]+)\/([\w-]+)$/;
const EXPLORER = 'plugin::content-manager.explorer.';
const RIGHTS: Readonly<Record<string, keyof EntryRights>> = {
  [`${EXPLORER}update`]: 'update',
  [`${EXPLORER}publish`]: 'publish',
  [`${EXPLORER}delete`]: 'delete',
};

const asked = new Map<string, Promise<EntryRights | null>>();

const rightsOf = (model: string, documentId: string): Promise<EntryRights | null> => {
  const path = `/${PLUGIN_ID}/entries/${model}/${documentId}/rights`;
  const known = asked.get(path);
  if (known) return known;
  const answer = getFetchClient()
    .get<{ data: EntryRights }>(path)
    .then(({ data }) => data.data)
    // The server refuses what is not allowed in any case.
    .catch(() => null);
  asked.set(path, answer);
  setTimeout(() => asked.delete(path), FRESH);
  return answer;
};

/**
 * Strapi offers a form by what a role may do to some entries of a type; conditions are looked at when it is saved. Here they
 * are looked at before, for the entry that is open: what may not be done to it is not offered, and its inputs are read-only.
 */
export const askForEntryRights =
  ({ pathname }: Context) =>
  (next: Next) =>
  async (permissions: Permission[]): Promise<Permission[]> => {
    const [, model, documentId] = ENTRY.exec(pathname) ?? [];
    const depends = permissions.some(
      ({ action, subject, conditions }) =>
        action in RIGHTS && subject === model && (conditions?.length ?? 0) > 0,
    );
    if (!model || !documentId || documentId === 'create' || !depends) return next(permissions);
    const rights = await rightsOf(model, documentId);
    return next(
      permissions.filter(({ action, subject }) => {
        const right = RIGHTS[action];
        return !rights || !right || subject !== model || rights[right];
      }),
    );
  };
