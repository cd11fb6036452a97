import type { Core } from '@strapi/strapi';
import { claimOnce } from '../../freshness/revisions';
import { PERMISSION_UID, UIDS } from '../../platform/uids';
import { EXPLORER } from '../permissions';

interface Permission {
  id: number;
  action: string;
  subject: string | null;
  properties: { fields?: string[] | null } | null;
  conditions: string[] | null;
  role?: { id: number } | null;
}

/** Fields that came later, by the older one whose rights they take. */
type LaterFields = Readonly<Record<string, readonly string[]>>;
const OF_POSTS: LaterFields = { tags: ['author'], metaTitle: ['language'] };
const OF_WEBSITES: LaterFields = { url: ['description', 'image'] };

/** The fields of an author, by the field of a category whose rights they take. */
const AUTHOR_FIELDS: LaterFields = {
  name: ['name', 'slug', 'bio', 'url', 'image'],
  website: ['website'],
};

/**
 * Gives the roles of an installation that is older than authors what their users need to go on with posts: whoever may do
 * something with categories may do it with authors, and with the new fields of posts what they may do with their like.
 * Done once; from then on roles are the administrators' own.
 */
export const grantLaterTypes = async (strapi: Core.Strapi): Promise<void> => {
  await strapi.db.transaction(async () => {
    if (!(await claimOnce(strapi, 'roles:authors'))) return;
    const query = strapi.db.query(PERMISSION_UID);
    const all = (await query.findMany({
      where: { action: { $startsWith: EXPLORER }, subject: { $in: [UIDS.post, UIDS.category, UIDS.author] } },
      populate: { role: { select: ['id'] } },
    })) as Permission[];
    const knownAs = ({ role, action }: Permission): string => `${role?.id ?? ''} ${action}`;
    const known = new Set(all.filter(({ subject }) => subject === UIDS.author).map(knownAs));
    for (const permission of all) {
      const { subject, action, properties, conditions, role } = permission;
      const fields = properties?.fields ?? null;
      if (subject === UIDS.post) await addFields(strapi, permission, OF_POSTS);
      if (subject === UIDS.category && role && !known.has(knownAs(permission))) {
        await query.create({
          data: {
            action,
            actionParameters: {},
            subject: UIDS.author,
            properties:
              fields === null
                ? properties
                : { ...properties, fields: fields.flatMap((name) => AUTHOR_FIELDS[name] ?? []) },
            conditions,
            role: role.id,
          },
        });
      }
    }
  });
};

/** The same for what is new of websites, as roles see them. */
export const grantLaterWebsiteFields = async (strapi: Core.Strapi): Promise<void> => {
  await strapi.db.transaction(async () => {
    if (!(await claimOnce(strapi, 'roles:website-texts'))) return;
    const where = { action: { $startsWith: EXPLORER }, subject: UIDS.website };
    const all: Permission[] = await strapi.db.query(PERMISSION_UID).findMany({ where });
    for (const permission of all) await addFields(strapi, permission, OF_WEBSITES);
  });
};

const addFields = async (
  strapi: Core.Strapi,
  { id, properties }: Permission,
  later: LaterFields,
): Promise<void> => {
  const fields = properties?.fields ?? null;
  if (fields === null) return;
  const missing = Object.entries(later).flatMap(([older, names]) =>
    fields.includes(older) ? names.filter((name) => !fields.includes(name)) : [],
  );
  if (missing.length === 0) return;
  const data = { properties: { ...properties, fields: [...fields, ...missing] } };
  await strapi.db.query(PERMISSION_UID).update({ where: { id }, data });
};
