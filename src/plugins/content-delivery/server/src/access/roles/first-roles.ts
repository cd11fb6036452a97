import type { Core } from '@strapi/strapi';
import { LISTED_WEBSITES } from '../editors/condition';
import { claimOnce } from '../../freshness/revisions';
import {
  CHANGE_PAGES,
  IMPORT_PAGES,
  LIST_PAGES,
  MANAGE_DRIPS,
  OPEN_BIN,
  EXPLORER,
  REPLACE_POSTS,
  SEE_LINKS,
} from '../permissions';
import { UIDS } from '../../platform/uids';

/** Strapi's own: how the media library is sorted, for everybody. It is the administrators'. */
const ARRANGE_MEDIA_LIBRARY = 'plugin::upload.configure-view';
const IS_CREATOR = 'admin::is-creator';

type Action = 'create' | 'read' | 'update' | 'delete' | 'publish';

/** What a role may do with each content type, and under which condition. */
type Rights = Readonly<Record<string, readonly [actions: readonly Action[], condition?: string]>>;

const ALL: readonly Action[] = ['create', 'read', 'update', 'delete', 'publish'];
const SEE: readonly Action[] = ['read'];

/** All content of all websites; websites themselves and their keys are the administrators'. */
const EDITOR: Rights = {
  [UIDS.account]: [SEE],
  [UIDS.website]: [SEE],
  [UIDS.category]: [ALL],
  [UIDS.tag]: [ALL],
  [UIDS.author]: [ALL],
  [UIDS.post]: [ALL],
  [UIDS.internalLink]: [ALL],
  [UIDS.pseoCampaign]: [ALL],
  [UIDS.pseoPage]: [ALL],
};

/** The same, of the websites that list the user. */
const WEBSITE_EDITOR: Rights = Object.fromEntries(
  Object.entries(EDITOR).map(([uid, [actions]]) => [uid, [actions, LISTED_WEBSITES] as const]),
);

/** The author's own posts, which another editor publishes; on any website, with its categories, tags and authors. */
const AUTHOR: Rights = {
  [UIDS.website]: [SEE],
  [UIDS.category]: [SEE],
  [UIDS.tag]: [SEE],
  [UIDS.author]: [SEE],
  [UIDS.post]: [['create', 'read', 'update', 'delete'], IS_CREATOR],
};

interface Permission {
  action: string;
  subject: string | null;
  properties?: object;
  conditions?: string[];
}

interface Roles {
  findOne(where: object): Promise<{ id: number } | null>;
  create(role: { name: string; code: string; description: string }): Promise<{ id: number }>;
  assignPermissions(role: number, permissions: readonly Permission[]): Promise<unknown>;
}

/**
 * Gives the roles of a fresh installation what they need here: Strapi's Author could not even see a website to
 * write for. Done once, before there is any user; from then on roles are the administrators' own.
 *
 * Called when Strapi has made its roles, which is after plugins have started.
 */
export const prepareFirstRoles = async (strapi: Core.Strapi): Promise<void> => {
  const roles = strapi.service('admin::role') as unknown as Roles;
  await strapi.db.transaction(async () => {
    if (!(await claimOnce(strapi, 'roles'))) return;
    if (await strapi.service('admin::user').exists()) return;
    const websiteEditor = await roles.create({
      name: 'Website editor',
      code: 'website-editor',
      description:
        'Website editors manage and publish the content of the websites that list them as editors.',
    });
    const editor = await roles.findOne({ code: 'strapi-editor' });
    const author = await roles.findOne({ code: 'strapi-author' });
    // What is not about content, such as the media library, stays as Strapi gave it.
    const ofEditor = [
      ...(editor ? await otherPermissions(strapi, editor.id) : []),
      // Which pages, is decided by the rights on the pages themselves.
      ...[LIST_PAGES, CHANGE_PAGES, MANAGE_DRIPS, IMPORT_PAGES, OPEN_BIN, REPLACE_POSTS, SEE_LINKS].map(
        (action) => ({ action, subject: null }),
      ),
    ];
    const assign = (role: { id: number } | null, rights: Rights, others: readonly Permission[]) =>
      role && roles.assignPermissions(role.id, [...permissionsFor(strapi, rights), ...others]);
    await assign(websiteEditor, WEBSITE_EDITOR, ofEditor);
    await assign(editor, EDITOR, ofEditor);
    await assign(author, AUTHOR, [
      ...(author ? await otherPermissions(strapi, author.id) : []),
      { action: OPEN_BIN, subject: null },
    ]);
  });
};

const permissionsFor = (strapi: Core.Strapi, rights: Rights): Permission[] => {
  const { actionProvider } = strapi.service('admin::permission') as unknown as {
    actionProvider: { values(): { actionId: string }[] };
  };
  const actions = actionProvider.values().filter(({ actionId }) => actionId.startsWith(EXPLORER));
  const all: Permission[] = strapi.service('admin::content-type').getPermissionsWithNestedFields(actions);
  return all.flatMap((permission) => {
    const [granted = [], condition] = rights[permission.subject ?? ''] ?? [];
    const isGranted = granted.includes(permission.action.slice(EXPLORER.length) as Action);
    return isGranted ? [{ ...permission, conditions: condition ? [condition] : [] }] : [];
  });
};

const otherPermissions = async (strapi: Core.Strapi, role: number): Promise<Permission[]> => {
  const all: Permission[] = await strapi
    .service('admin::permission')
    .findMany({ where: { role: { id: role } } });
  return all
    .filter(({ action }) => !action.startsWith(EXPLORER) && action !== ARRANGE_MEDIA_LIBRARY)
    .map(({ action, subject, properties = {}, conditions = [] }) => ({
      action,
      subject,
      properties,
      conditions,
    }));
};
