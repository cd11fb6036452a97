import type { Core } from '@strapi/strapi';
import { CONTENT_UIDS, FILE_UID, FOLDER_UID, USER_UID } from '../../../platform/uids';
import { OPEN_MEDIA_LIBRARY, READ_ENTRIES } from '../../permissions';
import { checkerOf } from '../checker';
import { modelOf } from './attributes';

export type Where = Record<string, unknown>;

/** What a user may read of one type. */
export interface Access {
  /** False when the user may read nothing of it. */
  isReadable: boolean;
  /** The entries that the user may read, as filters; null for all of them. */
  where: Where | null;
  /** False for an attribute that the user's role may not read. */
  shows(attribute: string): boolean;
  /** True when the user may read every entry, and every attribute that the panel shows. */
  isWhole: boolean;
}

/** What a user may read, of any type: the only thing that parameters of requests are held against. */
export interface ReadScope {
  of(uid: string): Access;
  /** True when the user may read all content of all websites. */
  isUnrestricted: boolean;
  /** True when the user may list the users of the panel. */
  seesUsers: boolean;
}

interface Ability {
  can(action: string, subject?: string): boolean;
  rulesFor(action: string, subject: string): { conditions?: object }[];
}

const READ_USERS = 'admin::users.read';

/** Of users of the panel these are shown to users who may list them; neither passwords nor tokens, ever. */
const OF_USERS = ['id', 'documentId', 'firstname', 'lastname', 'username', 'email', 'isActive'];

/** Strapi keeps these itself; roles do not name them. */
const ALWAYS_SHOWN = [
  'id',
  'documentId',
  'createdAt',
  'updatedAt',
  'publishedAt',
  'locale',
  'createdBy',
  'updatedBy',
  'localizations',
];

const NOTHING: Access = { isReadable: false, where: null, shows: () => false, isWhole: false };

const simple = (isReadable: boolean, shows: (attribute: string) => boolean = () => true): Access =>
  isReadable ? { isReadable, where: null, shows, isWhole: true } : NOTHING;

export const createReadScope = (strapi: Core.Strapi, userAbility: unknown): ReadScope => {
  const ability = userAbility as Ability;
  const known = new Map<string, Access>();

  const ofContent = (uid: string): Access => {
    const checker = checkerOf(strapi, userAbility, uid);
    const model = modelOf(strapi, uid);
    if (!model || checker.cannot.read()) return NOTHING;
    const shows = (attribute: string) =>
      ALWAYS_SHOWN.includes(attribute) || checker.can.read(undefined, attribute);
    const manager = strapi
      .service('admin::permission')
      .createPermissionsManager({ ability: userAbility, model: uid }) as {
      getQuery(action: string): Where | null;
    };
    const where = checker.requiresEntity.read() ? (manager.getQuery(READ_ENTRIES) ?? null) : null;
    const isComponentShown = (name: string, { type, component }: { type: string; component?: string }) =>
      type === 'component' &&
      Object.keys(modelOf(strapi, component ?? '')?.attributes ?? {}).every((part) =>
        shows(`${name}.${part}`),
      );
    const isAllShown = Object.entries(model.attributes).every(
      ([name, attribute]) => shows(name) || isInternal(attribute) || isComponentShown(name, attribute),
    );
    return { isReadable: true, where, shows, isWhole: where === null && isAllShown };
  };

  const ofFiles = (): Access => {
    const hasCondition = ability
      .rulesFor(OPEN_MEDIA_LIBRARY, FILE_UID)
      .some(({ conditions }) => conditions && Object.keys(conditions).length > 0);
    // Files are shown where the media library lists them, which knows whose they are.
    return simple(ability.can(OPEN_MEDIA_LIBRARY, FILE_UID) && !hasCondition && scope.isUnrestricted);
  };

  const find = (uid: string): Access => {
    if (uid === USER_UID) return simple(ability.can(READ_USERS), (name) => OF_USERS.includes(name));
    if (uid.startsWith('admin::')) return NOTHING;
    if (uid === FOLDER_UID) return simple(ability.can(OPEN_MEDIA_LIBRARY));
    if (uid === FILE_UID) return ofFiles();
    return ofContent(uid);
  };

  const scope: ReadScope = {
    of(uid) {
      const access = known.get(uid) ?? find(uid);
      known.set(uid, access);
      return access;
    },
    get isUnrestricted() {
      return CONTENT_UIDS.every((uid) => scope.of(uid).isWhole);
    },
    get seesUsers() {
      return scope.of(USER_UID).isReadable;
    },
  };
  return scope;
};

/** What the content model keeps for itself: keys of uniqueness. Roles do not name it. */
export const isInternal = (attribute: object): boolean =>
  (attribute as { private?: boolean }).private === true;
