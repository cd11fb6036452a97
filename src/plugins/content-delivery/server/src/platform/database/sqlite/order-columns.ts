import type { KnexClient } from '../../patches/knex-client';
import { aroundStatements } from '../../patches/knex-statements';

/** How the first and the last of an entry's relations are asked for by @strapi/database 5.54.0 (`entity-manager/index.js`). */
const END_OF_ORDER = /(?<= and )(?=`\w+`\.`\w+` = \(select (?:min|max)\()/g;

/**
 * Strapi asks where an entry's relations begin and end when one is added. Without statistics SQLite would find them by the index of
 * the order, in which the first tag of every post is the same, and not by the entry.
 */
export const leaveOrderUnindexed = (client: KnexClient): void =>
  aroundStatements(client, (statement, run) => {
    if (statement.sql?.includes('= (select m')) statement.sql = statement.sql.replaceAll(END_OF_ORDER, '+');
    return run();
  });
