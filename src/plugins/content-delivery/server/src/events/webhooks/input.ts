import { CHANGE_EVENT_TYPES, WEBHOOK_EVENT_TYPES } from '../../../../contracts/webhooks';
import { fieldError } from '../../platform/field-errors';
import { headerNameFault, MAX_HEADER_NAME } from '../../platform/header-names';
import { validateAddress, type IsAllowed } from '../allowed';
import { isEventType } from './event-types';

type Data = Record<string, unknown>;

/** Headers that a request has anyway, or that mean something to what is in between. */
const TAKEN = new Set([
  'accept',
  'accept-encoding',
  'authorization',
  'connection',
  'cookie',
  'date',
  'expect',
  'forwarded',
  'host',
  'keep-alive',
  'origin',
  'referer',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
  'via',
]);
const TAKEN_PREFIXES = ['content-', 'webhook-', 'proxy-', 'sec-', 'x-forwarded-'];

/**
 * Validates what an owner enters, as far as it is given.
 * @throws ValidationError at the field
 */
export const validateWebhook = (data: Data, isAllowed: IsAllowed): void => {
  if ('url' in data) validateUrl(data['url'], isAllowed);
  if ('events' in data) data['events'] = validEvents(data['events']);
  if ('signatureHeader' in data) data['signatureHeader'] = validHeader(data['signatureHeader']);
  if (data['active'] !== undefined && typeof data['active'] !== 'boolean') {
    throw fieldError('active', 'A webhook is switched on or off: true or false.');
  }
};

const validateUrl = (url: unknown, isAllowed: IsAllowed): void => {
  if (typeof url !== 'string' || url === '') throw fieldError('url', 'A webhook needs an address.');
  validateAddress(url, isAllowed, {
    instead: 'requests are signed',
    variable: 'WEBHOOK_ALLOWED_NETWORKS',
  });
};

const validEvents = (events: unknown): string[] => {
  if (events === null || events === undefined) return [];
  const unknown = Array.isArray(events) ? events.find((one) => !isEventType(one)) : events;
  if (!Array.isArray(events) || unknown !== undefined) {
    throw fieldError(
      'events',
      `${JSON.stringify(unknown)?.slice(0, 100)} is no event. There are: ${CHANGE_EVENT_TYPES.join(', ')}.`,
    );
  }
  return WEBHOOK_EVENT_TYPES.filter((type) => events.includes(type));
};

const validHeader = (header: unknown): string | null => {
  if (header === null || header === undefined || header === '') return null;
  const problem = typeof header === 'string' ? headerProblem(header) : 'This must be the name of a header.';
  if (problem) throw fieldError('signatureHeader', problem);
  return header as string;
};

const headerProblem = (header: string): string | null => {
  const fault = headerNameFault(header, TAKEN, TAKEN_PREFIXES);
  const problems = {
    invalid: 'The name of a header has letters, digits and hyphens, such as X-Hub-Signature-256.',
    tooLong: `The name of a header has at most ${MAX_HEADER_NAME} characters.`,
    taken: `The header ${header} has another meaning. Enter one of your own, such as X-Hub-Signature-256.`,
  };
  return fault && problems[fault];
};
