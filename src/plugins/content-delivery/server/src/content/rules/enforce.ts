import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { copyData, subscribe, type WriteEvent } from '../../platform/database/lifecycles';
import { UIDS } from '../../platform/uids';
import { linkTargetProblem, unstorableProblem, isRecord } from '../../platform/formats';
import type { ContentRule, Data, Write } from './rule';
import { fieldError } from '../../platform/field-errors';

/**
 * Calls the rules from database lifecycle events. They are the one place that every write passes, and
 * they run inside its transaction: an error thrown here takes the whole write back.
 */
export const enforce = (strapi: Core.Strapi, rules: readonly ContentRule[]): void => {
  for (const rule of rules) enforceRule(strapi, rule);
  subscribeToLinkComponent(strapi);
};

const enforceRule = (strapi: Core.Strapi, rule: ContentRule): void => {
  const validateStored = (kind: Write['kind']) => async (event: WriteEvent<Data>) => {
    const { result } = event;
    if (!result) return;
    const { data = {} } = event.params;
    const filled = await rule.validateStored(result.id, { data, kind }, event.state.before ?? {});
    for (const [name, value] of Object.entries(filled ?? {})) if (name in result) result[name] = value;
  };

  const beforeDelete = async (event: WriteEvent): Promise<void> => {
    await rule.beforeDelete?.(event.params.where ?? {});
  };

  const subscriber = {
    models: [rule.uid],
    async beforeCreate(event: WriteEvent) {
      const data = copyData(event);
      refuseUnstorable(data);
      await rule.validateInput?.({ data, kind: 'create' });
    },
    afterCreate: validateStored('create'),
    async beforeUpdate(event: WriteEvent) {
      const data = copyData(event);
      refuseUnstorable(data);
      await rule.validateInput?.({ data, kind: 'update' });
      event.state = { before: (await rule.loadPrevious?.(event.params.where ?? {})) ?? {} };
    },
    afterUpdate: validateStored('update'),
    beforeDelete,
    beforeDeleteMany: beforeDelete,
    beforeCreateMany() {
      throw new errors.ApplicationError(
        `${rule.uid} is created one entry at a time, so that its rules can be checked: use create.`,
      );
    },
    beforeUpdateMany(event: WriteEvent) {
      const touched = Object.keys(event.params.data ?? {}).filter((name) => rule.guarded.includes(name));
      if (touched.length === 0) return;
      throw new errors.ApplicationError(
        `${touched.join(', ')} of ${rule.uid} is changed one entry at a time, so that its rules can be checked: use update.`,
      );
    },
  };
  subscribe(strapi, subscriber);
};

/** What not every database can store; content has to mean the same on all of them. */
const refuseUnstorable = (data: Data): void => {
  for (const [name, value] of Object.entries(data)) {
    for (const text of texts(value)) {
      const problem = unstorableProblem(text);
      if (problem) throw fieldError(name, problem);
    }
  }
};

/** The texts of a value: itself, or the names and values of a JSON object. */
const texts = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, text]) => (typeof text === 'string' ? [name, text] : []));
};

/** Names the field by its place in the form where that is known, ahead of the component's own event. */
const subscribeToLinkComponent = (strapi: Core.Strapi): void => {
  strapi.documents.use(async (context, next) => {
    if (context.action === 'create' || context.action === 'update') {
      const links = (context.params as { data?: { internalLinks?: unknown } }).data?.internalLinks;
      if (isTypeWithLinks(context.uid) && Array.isArray(links)) {
        links.forEach((link: { url?: unknown } | null, index) =>
          refuseLinkTarget(link?.url, ['internalLinks', index, 'url']),
        );
      }
    }
    return next();
  });

  const check = (event: WriteEvent) => {
    const { data = {} } = event.params;
    refuseUnstorable(data);
    refuseLinkTarget(data['url'], ['internalLinks']);
  };
  const checkMany = (event: WriteEvent) => {
    const { data } = event.params;
    for (const one of Array.isArray(data) ? (data as Data[]) : [data]) {
      check({ ...event, params: { data: one } });
    }
  };
  const subscriber = {
    models: [UIDS.pseoLinkComponent],
    beforeCreate: check,
    beforeUpdate: check,
    beforeCreateMany: checkMany,
    beforeUpdateMany: checkMany,
  };
  subscribe(strapi, subscriber);
};

const isTypeWithLinks = (uid: string): boolean => uid === UIDS.pseoCampaign || uid === UIDS.pseoPage;

const refuseLinkTarget = (url: unknown, path: (string | number)[]): void => {
  if (typeof url !== 'string') return;
  const problem = linkTargetProblem(url);
  if (problem) throw fieldError(path, problem);
};
