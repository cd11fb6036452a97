import type { Core } from '@strapi/strapi';
import { claimOnce } from '../../freshness/revisions';
import { UIDS } from '../../platform/uids';

const EXPLORER = 'plugin::content-manager.explorer.';

interface Permission {
  action: string;
  subject: string | null;
  properties: { fields?: string[] | null } | null;
  conditions: string[] | null;
  role: { id: number } | null;
}

/** Fields of posts that came later, and the older one whose rights they take. */
const LATER_FIELDS = { tags: 'author', metaTitle: 'language' } as const;

/** The fields of an author, by the field of a category whose rights they take. */
const AUTHOR_FIELDS: Readonly<Record<string, readonly string[]>> = {
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
    const query = strapi.db.query('admin::permission');
    const all = (await query.findMany({
      where: { action: { $startsWith: EXPLORER }, subject: { $in: [UIDS.post, UIDS.category, UIDS.author] } },
      populate: { role: { select: ['id'] } },
    })) as (Permission & { id: number })[];
    const knownAs = ({ role, action }: Permission): string => `${role?.id ?? ''} ${action}`;
    const known = new Set(all.filter(({ subject }) => subject === UIDS.author).map(knownAs));
    for (const permission of all) {
      const { id, subject, action, properties, conditions, role } = permission;
      const fields = properties?.fields ?? null;
      if (subject === UIDS.post && fields !== null) {
        const later = Object.entries(LATER_FIELDS).flatMap(([older, name]) =>
          fields.includes(older) && !fields.includes(name) ? [name] : [],
        );
        if (later.length === 0) continue;
        const data = { properties: { ...properties, fields: [...fields, ...later] } };
        await query.update({ where: { id }, data });
      }
      if (subject === UIDS.category && role !== null && !known.has(knownAs(permission))) {
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
