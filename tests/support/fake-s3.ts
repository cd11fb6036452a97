import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { closeServer, portOf } from './connections';

export interface StoredObject {
  bytes: Buffer;
  type: string | undefined;
  /** The `x-amz-acl` that it was written with. */
  acl: string | undefined;
}

interface Options {
  bucket: string;
  region: string;
  accessKeyId: string;
}

const xml = (body: string): string => `<?xml version="1.0" encoding="UTF-8"?>${body}`;
const etagOf = (bytes: Buffer): string => `"${createHash('md5').update(bytes).digest('hex')}"`;

/**
 * A service for objects as far as uploads need one, with one bucket whose name is in the path: objects are written
 * whole or in parts, and deleted, by signed requests; anyone may read them. It takes a request for signed when its
 * signature names key, region and headers, and the body is the one that was signed.
 */
export const startFakeS3 = async ({ bucket, region, accessKeyId }: Options) => {
  const objects = new Map<string, StoredObject>();
  const parts = new Map<string, { type: string | undefined; acl: string | undefined; bytes: Buffer[] }>();
  const refused: string[] = [];

  const isSigned = ({ headers }: IncomingMessage, body: Buffer): boolean => {
    const [, credential, signedHeaders, signature] =
      /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
        headers.authorization ?? '',
      ) ?? [];
    const hash = String(headers['x-amz-content-sha256']);
    return (
      new RegExp(`^${accessKeyId}/\\d{8}/${region}/s3/aws4_request$`).test(credential ?? '') &&
      ['host', 'x-amz-date', 'x-amz-content-sha256'].every((name) =>
        signedHeaders?.split(';').includes(name),
      ) &&
      signature !== undefined &&
      (hash === 'UNSIGNED-PAYLOAD' || hash === createHash('sha256').update(body).digest('hex'))
    );
  };

  const answer = (request: IncomingMessage, body: Buffer, response: ServerResponse): void => {
    const { method = '', headers } = request;
    const url = new URL(request.url ?? '', 'http://localhost');
    const [, name, ...rest] = decodeURIComponent(url.pathname).split('/');
    const key = rest.join('/');
    const end = (status: number, text: string | Buffer = '', more: Record<string, string> = {}): void =>
      void response.writeHead(status, more).end(text);
    if (name !== bucket) return end(404, xml('<Error><Code>NoSuchBucket</Code></Error>'));

    const stored = objects.get(key);
    if (method === 'GET' || method === 'HEAD') {
      if (!stored) return end(404, xml('<Error><Code>NoSuchKey</Code></Error>'));
      const described = { 'Content-Type': stored.type ?? '', ETag: etagOf(stored.bytes) };
      return end(200, method === 'GET' ? stored.bytes : '', described);
    }
    if (!isSigned(request, body)) {
      refused.push(`${method} ${url.pathname}`);
      return end(403, xml('<Error><Code>SignatureDoesNotMatch</Code></Error>'));
    }
    const meta = { type: headers['content-type'], acl: headers['x-amz-acl'] as string | undefined };
    const uploadId = url.searchParams.get('uploadId');
    const upload = uploadId === null ? undefined : parts.get(uploadId);
    if (method === 'POST' && url.searchParams.has('uploads')) {
      const id = randomUUID();
      parts.set(id, { ...meta, bytes: [] });
      return end(
        200,
        xml(
          `<InitiateMultipartUploadResult><Bucket>${bucket}</Bucket><Key>${key}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
        ),
      );
    }
    if (method === 'PUT' && upload) {
      upload.bytes[Number(url.searchParams.get('partNumber')) - 1] = body;
      return end(200, '', { ETag: etagOf(body) });
    }
    if (method === 'POST' && upload) {
      const bytes = Buffer.concat(upload.bytes);
      objects.set(key, { type: upload.type, acl: upload.acl, bytes });
      return end(
        200,
        xml(
          `<CompleteMultipartUploadResult><Location>${bucket}/${key}</Location><Bucket>${bucket}</Bucket><Key>${key}</Key><ETag>${etagOf(bytes)}</ETag></CompleteMultipartUploadResult>`,
        ),
      );
    }
    if (method === 'PUT') {
      objects.set(key, { ...meta, bytes: body });
      return end(200, '', { ETag: etagOf(body) });
    }
    if (method === 'DELETE') {
      objects.delete(key);
      return end(204);
    }
    return end(501, xml('<Error><Code>NotImplemented</Code></Error>'));
  };

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => answer(request, Buffer.concat(chunks), response));
  });
  const port = await portOf(server);

  return {
    endpoint: `http://127.0.0.1:${port}`,
    /** By key. */
    objects: objects as ReadonlyMap<string, StoredObject>,
    /** Requests without a good signature. */
    refused: refused as readonly string[],
    stop: () => closeServer(server),
  };
};

export type FakeS3 = Awaited<ReturnType<typeof startFakeS3>>;
