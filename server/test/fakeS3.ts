import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

import { AwsV4Signer } from 'aws4fetch';

const KEYS = { accessKeyId: 'AKIATEST', secretAccessKey: 'a/secret+key' };
const PAGE = 2;

/**
 * A bucket `papers` with the S3 operations that the file store uses. It rejects a request whose signature does not match exactly what
 * arrived.
 */
export async function startFakeS3() {
  const objects = new Map<string, { content: Buffer; mediaType: string | undefined; modified: Date }>();
  const requests: string[] = [];
  let failures = 0;

  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body = Buffer.concat(chunks);
      const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
      const [, bucket, ...rest] = decodeURIComponent(url.pathname).split('/');
      const key = rest.join('/');
      requests.push(`${request.method} ${key}`);
      const end = (status: number, text: string | Buffer = '') => void response.writeHead(status).end(text);

      if (failures > 0) {
        failures -= 1;
        return end(503, 'SlowDown');
      }
      if (!(await isSigned(request, url, body))) return end(403, '<Error><Code>SignatureDoesNotMatch</Code></Error>');
      if (bucket !== 'papers') return end(404, '<Error><Code>NoSuchBucket</Code></Error>');
      if (key === '') return end(200, listing(url.searchParams));
      const object = objects.get(key);
      if (request.method === 'PUT') {
        objects.set(key, { content: body, mediaType: request.headers['content-type'], modified: new Date() });
        return end(200);
      }
      if (request.method === 'DELETE') {
        objects.delete(key);
        return end(204);
      }
      return object === undefined ? end(404, '<Error><Code>NoSuchKey</Code></Error>') : end(200, object.content);
    })();
  });

  function listing(query: URLSearchParams): string {
    const keys = [...objects.keys()]
      .filter((key) => key.startsWith(query.get('prefix') ?? '') && key > (query.get('start-after') ?? ''))
      .sort();
    const contents = keys
      .slice(0, PAGE)
      .map(
        (key) =>
          `<Contents><Key>${key}</Key><LastModified>${objects.get(key)?.modified.toISOString()}</LastModified><Size>1</Size></Contents>`,
      );
    return `<?xml version="1.0" encoding="UTF-8"?>
<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><IsTruncated>${keys.length > PAGE}</IsTruncated>${contents.join('')}</ListBucketResult>`;
  }

  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    objects,
    requests,
    /** The next requests get 503. */
    fail: (times: number) => (failures = times),
    env: {
      AWS_ACCESS_KEY_ID: KEYS.accessKeyId,
      AWS_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
      AWS_REGION: 'ap-south-1',
      AWS_ENDPOINT_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    },
    close: () => new Promise((closed) => server.close(closed)),
  };
}

async function isSigned(request: IncomingMessage, url: URL, body: Buffer): Promise<boolean> {
  const { authorization = '', 'x-amz-date': datetime, 'x-amz-content-sha256': digest } = request.headers;
  const signed =
    /SignedHeaders=([\w;-]+)/
      .exec(authorization)?.[1]
      ?.split(';')
      .filter((name) => name !== 'host') ?? [];
  if (typeof datetime !== 'string' || !signed.includes('x-amz-content-sha256')) return false;
  if (body.length > 0 && digest !== createHash('sha256').update(body).digest('hex')) return false;
  const headers = Object.fromEntries(signed.map((name) => [name, String(request.headers[name])]));
  const signer = new AwsV4Signer({
    ...KEYS,
    method: request.method ?? '',
    url: url.href,
    headers,
    service: 's3',
    region: 'ap-south-1',
    datetime,
  });
  return authorization === (await signer.authHeader());
}
