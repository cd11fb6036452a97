import { createHash } from 'node:crypto';
import type { Core } from '@strapi/strapi';
import type { FileUse, FilesInUse } from '../../../../../contracts/media-library';
import { chunks } from '../../../platform/database/statements';
import { shortAttributesOf } from '../../../platform/database/rows-before';
import { displayNameOf } from '../../../platform/display-name';
import { UIDS } from '../../../platform/uids';
import { createYielder } from '../../../platform/yielder';
import { checkerOf } from '../checker';
import { PERMISSION_POPULATE } from '../permission-populate';
import type { StoredFile } from './file-names';
import type { Use } from './uses';

interface Row {
  id: number;
  documentId?: string;
  publishedAt?: string | null;
  website?: Website | null;
  campaign?: { website: Website | null } | null;
  [attribute: string]: unknown;
}
interface Website {
  id: number;
  name: string;
}

/** A use, with the entry that it is in. */
export interface UsedIn {
  use: Use;
  row: Row;
  website: Website | null;
}

const website = { website: { select: ['id', 'name'] } };
const WEBSITE: Record<string, object> = {
  [UIDS.post]: website,
  [UIDS.author]: website,
  [UIDS.pseoCampaign]: website,
  [UIDS.pseoPage]: { campaign: { select: ['id'], populate: website } },
};
const TITLES: Record<string, string> = {
  [UIDS.post]: 'title',
  [UIDS.author]: 'name',
  [UIDS.website]: 'name',
  [UIDS.pseoCampaign]: 'name',
  [UIDS.pseoPage]: 'slug',
};
/** Entries that are named at most. */
const MAX_NAMED = 20;
const BATCH_SIZE = 200;

/** Reads the entries of uses; those of entries that are gone are left out. */
export const entriesOf = async (strapi: Core.Strapi, uses: readonly Use[]): Promise<UsedIn[]> => {
  const found: UsedIn[] = [];
  for (const uid of new Set(uses.map((use) => use.uid))) {
    if (!strapi.db.metadata.has(uid)) continue;
    const ofType = uses.filter((use) => use.uid === uid);
    for (const batch of chunks(ofType, BATCH_SIZE)) {
      const rows: Row[] = await strapi.db.query(uid as never).findMany({
        where: { id: { $in: batch.map(({ id }) => id) } },
        select: shortAttributesOf(strapi, uid),
        populate: { ...PERMISSION_POPULATE[uid], ...WEBSITE[uid] },
      });
      const byId = new Map(rows.map((row) => [row.id, row]));
      for (const use of batch) {
        const row = byId.get(use.id);
        if (row) found.push({ use, row, website: row.website ?? row.campaign?.website ?? null });
      }
    }
  }
  return found;
};

/**
 * Says where files are used, as far as the user may see.
 * @param userAbility null for one who sees no entries, and gets their number
 */
export const describeUses = async (
  strapi: Core.Strapi,
  userAbility: unknown,
  files: readonly StoredFile[],
  entries: readonly UsedIn[],
  isCut: boolean,
): Promise<FilesInUse> => {
  // A draft and its published version are one entry to people.
  const byEntry = new Map<string, UsedIn & { isLive: boolean }>();
  for (const entry of entries) {
    const { use, row } = entry;
    const key = `${use.uid} ${row.documentId ?? row.id} ${use.file}`;
    const known = byEntry.get(key);
    const isLive = Boolean(row.publishedAt) || known?.isLive === true;
    byEntry.set(key, { ...(known ?? entry), isLive });
  }
  const nameOf = new Map(files.map(({ id, name }) => [id, name]));
  const uses: FileUse[] = [];
  const yieldTurn = createYielder();
  for (const { use, row, website, isLive } of byEntry.values()) {
    if (uses.length === MAX_NAMED || userAbility === null) break;
    await yieldTurn();
    if (!isReadable(strapi, userAbility, use.uid, row)) continue;
    const title = row[TITLES[use.uid] ?? ''];
    uses.push({
      file: nameOf.get(use.file) ?? '',
      type: displayNameOf(strapi, use.uid),
      title: typeof title === 'string' ? title : null,
      website: website?.name ?? null,
      isLive,
      entry: row.documentId === undefined ? null : { uid: use.uid, documentId: row.documentId },
    });
  }
  const confirm = createHash('sha256')
    .update([...byEntry.keys()].sort().join('\n'))
    .digest('hex')
    .slice(0, 32);
  return { code: 'files-in-use', uses, more: byEntry.size - uses.length + (isCut ? 1 : 0), confirm };
};

const isReadable = (strapi: Core.Strapi, userAbility: unknown, uid: string, row: Row): boolean =>
  Boolean(PERMISSION_POPULATE[uid]) && checkerOf(strapi, userAbility, uid).can.read(row);

/** One sentence, for clients that show no list. */
export const sentenceOf = ({ uses, more }: FilesInUse): string => {
  const named = uses
    .slice(0, 3)
    .map(({ type, title, website }) => `${type} “${title ?? ''}”${website === null ? '' : ` (${website})`}`);
  const others = more + uses.length - named.length;
  const all = [...named, ...(others > 0 ? [`${others} more`] : [])].join(', ');
  return `Nothing was changed, as this is in use: ${all}.`;
};
