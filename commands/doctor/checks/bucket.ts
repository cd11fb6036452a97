import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { describeFailure } from '../../../src/plugins/content-delivery/server/src/platform/database/loss';
import { ok, warning, wrong, type Finding } from '../finding';
import type { Provider } from '../settings';

const ABOUT = 'Bucket';
/** Milliseconds for each request. */
const TIMEOUT = 8_000;

interface Options {
  rootPath?: string;
  s3Options: { params: { Bucket: string } };
}
interface S3Provider {
  init(options: Options): {
    getSignedUrl(file: { hash: string; url: string }): Promise<{ url: string }>;
  };
}

/** What services answer to a signed request for an object that is not there: their own words for it, and ours. */
const ANSWERS: Record<string, (bucket: string) => Finding> = {
  NoSuchKey: (bucket) => ok(ABOUT, `"${bucket}" takes the key (that it may write is not tried)`),
  // As good: a key that may only write and delete is refused here.
  AccessDenied: (bucket) => ok(ABOUT, `"${bucket}" knows the key (that it may write is not tried)`),
  NoSuchBucket: (bucket) => wrong(ABOUT, `There is no bucket "${bucket}" (S3_BUCKET, S3_ENDPOINT).`),
  ...Object.fromEntries(
    ['InvalidAccessKeyId', 'SignatureDoesNotMatch', 'InvalidToken', 'ExpiredToken'].map((code) => [
      code,
      () => wrong(ABOUT, `The service refuses the key: ${code} (S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY).`),
    ]),
  ),
  ...Object.fromEntries(
    ['PermanentRedirect', 'AuthorizationHeaderMalformed', 'AuthorizationQueryParametersError'].map((code) => [
      code,
      (bucket: string) => wrong(ABOUT, `"${bucket}" is in another region: ${code} (S3_REGION).`),
    ]),
  ),
  RequestTimeTooSkewed: () => wrong(ABOUT, "This machine's clock is too far off for the service."),
};

/** @param body of the answer, XML */
export const answerFinding = (bucket: string, status: number, body: string): Finding => {
  const [, code = ''] = /<Code>(\w+)<\/Code>/.exec(body) ?? [];
  return (
    (Object.hasOwn(ANSWERS, code) ? ANSWERS[code]?.(bucket) : undefined) ??
    warning(
      ABOUT,
      `The service answers with status ${status}${code ? ` (${code})` : ''}, which says nothing of "${bucket}".`,
    )
  );
};

const serviceFinding = async ({ rootPath, s3Options }: Options): Promise<Finding> => {
  const bucket = s3Options.params.Bucket;
  try {
    // Loaded only where a bucket is used.
    const { default: provider } = (await import('@strapi/provider-upload-aws-s3')) as unknown as {
      default: S3Provider;
    };
    // The provider signs for files that it takes for the bucket's, by their address.
    const { url } = await provider
      .init({ ...(rootPath && { rootPath }), s3Options })
      .getSignedUrl({ hash: `not-there-${randomUUID()}`, url: `https://bucket.invalid/${bucket}/file` });
    const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT) });
    return answerFinding(bucket, answer.status, await answer.text());
  } catch (error) {
    return wrong(ABOUT, `The service cannot be reached: ${reasonOf(error)} (S3_ENDPOINT, S3_REGION).`);
  }
};

/** Without the address, which has a signature. */
const reasonOf = (error: unknown): string => {
  const { cause, name } = error as { cause?: unknown; name: string };
  if (name === 'TimeoutError') return `no answer within ${TIMEOUT / 1_000} s`;
  return describeFailure(cause ?? error);
};

/** Whether readers get the file that was uploaded last. */
const readersFinding = async (sql: Knex): Promise<Finding[]> => {
  const file: { url: string } | undefined = await sql('files')
    .where('provider', 'aws-s3')
    .orderBy('id', 'desc')
    .first('url');
  if (!file) return [];
  const about = 'Bucket, readers';
  try {
    const { ok: isThere, status } = await fetch(file.url, {
      method: 'HEAD',
      signal: AbortSignal.timeout(TIMEOUT),
    });
    return [
      isThere
        ? ok(about, 'get the file that was uploaded last')
        : wrong(
            about,
            `get status ${status} for ${file.url}. Let everybody read the bucket's files (S3_PUBLIC_URL, S3_ACL).`,
          ),
    ];
  } catch (error) {
    return [wrong(about, `cannot get ${file.url}: ${reasonOf(error)} (S3_PUBLIC_URL).`)];
  }
};

/** @param sql null where nothing has been uploaded, as far as can be known */
export const lookAtBucket = async (bucket: Provider, sql: Knex | null): Promise<Finding[]> => [
  await serviceFinding(bucket.providerOptions as unknown as Options),
  ...(sql ? await readersFinding(sql) : []),
];
