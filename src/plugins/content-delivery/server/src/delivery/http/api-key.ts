import type { IncomingHttpHeaders } from 'node:http';
import { ParameterProblem } from '../../platform/parameters';

/** As messages name it; Node has the names of headers in small letters. */
const OWN_HEADER = 'X-API-Key';
const BEARER = /^bearer +(.+)$/i;

/** Node reads headers as Latin-1, and clients send keys of other characters as UTF-8. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const decoded = (text: string): string => {
  try {
    return utf8.decode(Buffer.from(text, 'latin1'));
  } catch {
    return text;
  }
};

/**
 * The API key of a request: the parameter, else one of two headers. Beside the parameter, `Authorization` may be the token of an
 * account of end users.
 * @param parameter empty counts as absent
 * @throws ParameterProblem for two different keys
 */
export const apiKeyOf = (
  parameter: string | undefined,
  headers: IncomingHttpHeaders,
): { key: string; isInHeader: boolean } | null => {
  const own = headers['x-api-key'];
  const inOwn = typeof own === 'string' && own !== '' ? decoded(own) : null;
  if (parameter) {
    if (inOwn !== null && inOwn !== parameter) {
      throw new ParameterProblem('apiKey', `is another key than the one in the header ${OWN_HEADER}`);
    }
    return { key: parameter, isInHeader: false };
  }
  const [, bearer] = BEARER.exec(headers.authorization ?? '') ?? [];
  const inAuthorization = bearer === undefined ? null : decoded(bearer.trimEnd());
  if (inOwn !== null && inAuthorization !== null && inOwn !== inAuthorization) {
    throw new ParameterProblem(
      'apiKey',
      `is there twice, and not the same: in the headers ${OWN_HEADER} and Authorization`,
    );
  }
  const key = inOwn ?? inAuthorization;
  return key ? { key, isInHeader: true } : null;
};
