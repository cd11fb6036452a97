import { bucketStorageOf } from '../../../../src/settings/uploads/storage';

type Env = Parameters<typeof bucketStorageOf>[0];

const storageFor = (variables: Record<string, string>) =>
  bucketStorageOf(((name: string, fallback: string) => variables[name] ?? fallback) as unknown as Env);

const BUCKET = { S3_BUCKET: 'pictures', S3_REGION: 'eu-central-1' };
const KEYS = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'very-secret' };

describe('where uploads are kept', () => {
  it('is the folder as long as nothing is said of a bucket', () => {
    expect(storageFor({})).toBeNull();
    expect(storageFor({ S3_BUCKET: '', S3_REGION: ' ' })).toBeNull();
  });

  it.each([
    [{}, 'https://pictures.s3.eu-central-1.amazonaws.com'],
    [{ S3_FORCE_PATH_STYLE: 'true' }, 'https://s3.eu-central-1.amazonaws.com/pictures'],
    [{ S3_BUCKET: 'pictures.example.com' }, 'https://s3.eu-central-1.amazonaws.com/pictures.example.com'],
    [{ S3_ENDPOINT: 'https://objects.example.com/' }, 'https://pictures.objects.example.com'],
    [{ S3_REGION: 'cn-north-1' }, 'https://pictures.s3.cn-north-1.amazonaws.com.cn'],
    [{ S3_ENDPOINT: 'http://minio:9000', S3_FORCE_PATH_STYLE: 'TRUE' }, 'http://minio:9000/pictures'],
    [{ S3_ENDPOINT: 'http://192.168.1.5:9000' }, 'http://192.168.1.5:9000/pictures'],
    [{ S3_ENDPOINT: 'http://[fd00::5]:9000' }, 'http://[fd00::5]:9000/pictures'],
    [
      { S3_ENDPOINT: 'http://minio:9000', S3_PUBLIC_URL: 'https://media.example.com/a//' },
      'https://media.example.com/a',
    ],
  ])('is read under its own address: %j', (variables, publicUrl) => {
    expect(storageFor({ ...BUCKET, ...variables })).toMatchObject({
      providerOptions: { baseUrl: publicUrl },
    });
  });

  it('hands on what the service needs, and asks for no rights that were not asked for', () => {
    expect(storageFor({ ...BUCKET, ...KEYS, S3_PREFIX: '/a/b/' })?.providerOptions).toEqual({
      baseUrl: 'https://pictures.s3.eu-central-1.amazonaws.com',
      rootPath: 'a/b',
      s3Options: {
        region: 'eu-central-1',
        credentials: { accessKeyId: 'id', secretAccessKey: 'very-secret' },
        forcePathStyle: false,
        params: { Bucket: 'pictures', ACL: undefined },
      },
    });
    expect(storageFor({ ...BUCKET, S3_ACL: 'public-read' })?.providerOptions).toMatchObject({
      s3Options: { params: { ACL: 'public-read' } },
    });
    // Without credentials those of the machine are taken; the provider must not see empty ones.
    expect(storageFor(BUCKET)?.providerOptions).not.toHaveProperty('s3Options.credentials');
  });

  it.each([
    [{ ...KEYS }, /S3_BUCKET and S3_REGION are not/],
    [{ S3_BUCKET: 'pictures' }, /S3_BUCKET is set, but S3_REGION is not/],
    [{ S3_REGION: 'eu' }, /S3_REGION is set, but S3_BUCKET is not/],
    [{ ...BUCKET, S3_ACCESS_KEY_ID: 'id' }, /S3_SECRET_ACCESS_KEY is not set/],
    [{ ...BUCKET, S3_SECRET_ACCESS_KEY: 'very-secret' }, /S3_ACCESS_KEY_ID is not set/],
    [{ ...BUCKET, S3_ENDPOINT: 'minio:9000' }, /S3_ENDPOINT must be an address/],
    [{ ...BUCKET, S3_PUBLIC_URL: 'media.example.com' }, /S3_PUBLIC_URL must be an address/],
    [{ ...BUCKET, S3_PUBLIC_URL: 'https://media.example.com/a?b' }, /S3_PUBLIC_URL must be an address/],
    [{ ...BUCKET, S3_ENDPOINT: 'https://me:very-secret@s3.example.com' }, /S3_ENDPOINT must be an address/],
    [
      { ...BUCKET, ...KEYS, S3_SECRET_ACCESS_KEY: '"very-secret"', S3_PREFIX: "'blog'" },
      /^S3_PREFIX and S3_SECRET_ACCESS_KEY have quotation marks .* Write S3_PREFIX=blog; S3_SECRET_ACCESS_KEY without them\.$/,
    ],
    [
      { ...BUCKET, S3_BUCKET: 'pictures/blog' },
      /S3_BUCKET is "pictures\/blog"; it must be the name of a bucket alone/,
    ],
    [{ ...BUCKET, S3_REGION: 'eu west' }, /S3_REGION is "eu west"; it must be the name of a region/],
    [{ ...BUCKET, S3_PREFIX: 'blog #1' }, /S3_PREFIX is "blog.*"; it must be a folder/],
    [{ ...BUCKET, S3_PREFIX: 'blog/../a' }, /S3_PREFIX is "blog.*"; it must be a folder/],
    [{ ...BUCKET, S3_PREFIX: 'blog//a' }, /S3_PREFIX is "blog.*"; it must be a folder/],
    [{ ...BUCKET, S3_ACL: 'private' }, /S3_ACL must not be private/],
    [{ ...BUCKET, S3_ACL: 'publicread' }, /S3_ACL is "publicread"; it must be empty, or one of public-read/],
    [{ ...BUCKET, S3_FORCE_PATH_STYLE: 'yes' }, /S3_FORCE_PATH_STYLE is "yes"; it must be true or false/],
  ])('is refused with what is missing or wrong: %j', (variables, message) => {
    expect(() => storageFor(variables)).toThrow(message);
    expect(() => storageFor(variables)).not.toThrow(/very-secret/);
  });
});
