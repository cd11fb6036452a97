import { isIP } from 'node:net';
import {
  isBaseAddress,
  withoutTrailingSlash,
} from '../../plugins/content-delivery/server/src/platform/formats';
import { flagIn, textIn } from '../environment/texts';
import type { Env } from '../environment/variables';

/** Where uploaded files are kept when that is not the folder `uploads`. */
export interface BucketStorage {
  /** For Strapi's provider `aws-s3`. */
  providerOptions: object;
}

export const VARIABLES = [
  'S3_BUCKET',
  'S3_REGION',
  'S3_ENDPOINT',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'S3_FORCE_PATH_STYLE',
  'S3_PUBLIC_URL',
  'S3_PREFIX',
  'S3_ACL',
] as const;

/**
 * Reads from the environment where uploads are to be kept.
 * @returns null for the folder, when no variable of a bucket is set
 * @throws Error that names what is missing or wrong; secrets are not repeated
 */
export const bucketStorageOf = (env: Env): BucketStorage | null => {
  const given = Object.fromEntries(VARIABLES.map((name) => [name, textIn(env, name, '')])) as Record<
    (typeof VARIABLES)[number],
    string
  >;
  const set = VARIABLES.filter((name) => given[name] !== '');
  if (set.length === 0) return null;

  const missing = (['S3_BUCKET', 'S3_REGION'] as const).filter((name) => given[name] === '');
  if (missing.length > 0) {
    throw new Error(
      `Uploads are to be kept in a bucket, as ${set.join(', ')} ${set.length === 1 ? 'is' : 'are'} set, but ` +
        `${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} not. ` +
        'A service without regions takes S3_REGION=us-east-1 or auto. Without any S3_ variable files are kept in public/uploads.',
    );
  }
  const {
    S3_BUCKET: bucket,
    S3_REGION: region,
    S3_ENDPOINT: endpoint,
    S3_PREFIX: prefix,
    S3_ACL: acl,
  } = given;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = given;
  if ((accessKeyId === '') !== (secretAccessKey === '')) {
    throw new Error(
      `${accessKeyId === '' ? 'S3_ACCESS_KEY_ID' : 'S3_SECRET_ACCESS_KEY'} is not set: set both or none. ` +
        'With none the server takes the credentials of the machine that it runs on, as the tools of AWS do.',
    );
  }
  for (const [name, address] of [
    ['S3_ENDPOINT', endpoint],
    ['S3_PUBLIC_URL', given.S3_PUBLIC_URL],
  ] as const) {
    if (address !== '' && !isBaseAddress(address)) {
      throw new Error(
        `${name} must be an address with http:// or https://, without spaces, user, "?" or "#", such as https://s3.example.com.`,
      );
    }
  }
  refuseOddNames(given);
  const pathStyle = flagIn(env, 'S3_FORCE_PATH_STYLE', false);
  const publicUrl = withoutTrailingSlash(
    given.S3_PUBLIC_URL || addressOf({ bucket, region, endpoint, pathStyle }),
  );

  return {
    providerOptions: {
      baseUrl: publicUrl,
      rootPath: prefix.replace(/^\/+|(?<!\/)\/+$/g, ''),
      s3Options: {
        region,
        ...(accessKeyId === '' ? {} : { credentials: { accessKeyId, secretAccessKey } }),
        ...(endpoint === ''
          ? {}
          : {
              endpoint,
              // Checksums that Amazon's own service takes, others refuse.
              requestChecksumCalculation: 'WHEN_REQUIRED',
              responseChecksumValidation: 'WHEN_REQUIRED',
            }),
        forcePathStyle: pathStyle,
        // Named even when there is none: left out, the provider would ask for public-read, which new buckets refuse.
        params: { Bucket: bucket, ACL: acl || undefined },
      },
    },
  };
};

/** Who may read files with them: everyone, or as the bucket's policy says. */
const ACLS = ['public-read', 'public-read-write', 'bucket-owner-read', 'bucket-owner-full-control'];

/** All of these become parts of addresses that are stored with the files. @throws Error that says what is wrong */
const refuseOddNames = (given: Record<'S3_BUCKET' | 'S3_REGION' | 'S3_PREFIX' | 'S3_ACL', string>): void => {
  const { S3_BUCKET: bucket, S3_REGION: region, S3_PREFIX: prefix, S3_ACL: acl } = given;
  if (!/^[a-z0-9][a-z0-9._-]{1,61}[a-z0-9]$/i.test(bucket)) {
    throw new Error(
      `S3_BUCKET is "${bucket}"; it must be the name of a bucket alone: letters, digits, ". - _". A folder in it is S3_PREFIX.`,
    );
  }
  if (!/^[a-z0-9-]+$/i.test(region)) {
    throw new Error(
      `S3_REGION is "${region}"; it must be the name of a region, such as eu-central-1, us-east-1 or auto.`,
    );
  }
  if (!/^[a-z0-9!_.*'()/-]*$/i.test(prefix) || /(^|\/)\.{0,2}\/./.test(prefix.replace(/^\/+/, ''))) {
    throw new Error(
      `S3_PREFIX is "${prefix}"; it must be a folder of letters, digits, ! - _ . * ' ( ) and slashes: media/cms.`,
    );
  }
  if (acl === 'private') {
    throw new Error(
      'S3_ACL must not be private: addresses would be signed and end after minutes, and stand in content. ' +
        "Leave it empty where the bucket's policy or a CDN says who may read.",
    );
  }
  if (acl !== '' && !ACLS.includes(acl))
    throw new Error(`S3_ACL is "${acl}"; it must be empty, or one of ${ACLS.join(', ')}.`);
};

interface Place {
  bucket: string;
  region: string;
  endpoint: string;
  pathStyle: boolean;
}

/** Where the service itself shows the files of a bucket. */
const addressOf = ({ bucket, region, endpoint, pathStyle }: Place): string => {
  const service = new URL(
    endpoint || `https://s3.${region}.amazonaws.com${/^cn-/.test(region) ? '.cn' : ''}`,
  );
  // A name with dots fits no certificate, and an IP address takes no subdomain.
  const isNumeric = isIP(service.hostname.replace(/^\[(.*)\]$/, '$1')) !== 0;
  if (pathStyle || isNumeric || bucket.includes('.'))
    return `${withoutTrailingSlash(service.href)}/${bucket}`;
  service.hostname = `${bucket}.${service.hostname}`;
  return service.href;
};
