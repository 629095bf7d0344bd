import { createHash } from 'node:crypto';

import { AwsClient } from 'aws4fetch';
import { SaxesParser } from 'saxes';

import type { Storage } from './storage.ts';

/** The time with retries is below the limit of an idle transaction, because files are written inside one. */
const REQUEST_MILLISECONDS = 15_000;
const RETRIES = 2;

/**
 * An S3 bucket, or another service at AWS_ENDPOINT_URL, addressed by path. Credentials come only from the AWS_ settings, not from roles.
 * @throws Error naming the missing setting.
 */
export function openS3(filesUrl: string, env: NodeJS.ProcessEnv): Storage {
  const match = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w./-]*?))?\/*$/.exec(filesUrl);
  if (match === null) throw new Error('FILES_URL should be s3://bucket/prefix, the prefix of letters, digits and . _ - / only.');
  const [, bucket = '', prefix = ''] = match;
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_SESSION_TOKEN: sessionToken } = env;
  if (!accessKeyId || !secretAccessKey)
    throw new Error('FILES_URL names S3: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are required too.');
  const region = env['AWS_REGION'] || env['AWS_DEFAULT_REGION'] || 'us-east-1';
  const endpoint = (env['AWS_ENDPOINT_URL_S3'] || env['AWS_ENDPOINT_URL'])?.replace(/(?<!\/)\/+$/, '');
  const base = endpoint ? `${endpoint}/${bucket}` : `https://${bucket}.s3.${region}.amazonaws.com`;
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey,
    ...(sessionToken && { sessionToken }),
    service: 's3',
    region,
    retries: RETRIES,
  });
  const key = (name: string) => (prefix === '' ? name : `${prefix}/${name}`);

  async function request(method: string, path: string, extra: { body?: Buffer; mediaType?: string } = {}): Promise<Response> {
    const response = await client.fetch(`${base}/${path}`, {
      method,
      signal: AbortSignal.timeout(REQUEST_MILLISECONDS),
      ...(extra.body && {
        body: new Uint8Array(extra.body),
        headers: {
          'content-type': extra.mediaType ?? 'application/octet-stream',
          'x-amz-content-sha256': createHash('sha256').update(extra.body).digest('hex'),
        },
      }),
    });
    if (response.ok || response.status === 404) return response;
    throw new Error(`S3 responded with status ${response.status} to ${method} ${path}: ${(await response.text()).slice(0, 300)}`);
  }

  const needBucket = (response: Response) => {
    if (!response.ok) throw new Error(`S3 has no bucket ${bucket}.`);
  };

  return {
    put: async (name, content, mediaType) => needBucket(await request('PUT', key(name), { body: content, mediaType })),
    check: async () => needBucket(await request('GET', '?list-type=2&max-keys=1')),
    async get(name) {
      const response = await request('GET', key(name));
      return response.ok ? Buffer.from(await response.arrayBuffer()) : undefined;
    },
    async remove(name) {
      await request('DELETE', key(name));
    },
    async *list(folder) {
      for (let after: string | undefined, more = true; more;) {
        const query = new URLSearchParams({ 'list-type': '2', prefix: `${key(folder)}/`, ...(after && { 'start-after': after }) });
        const page = readListing(await (await request('GET', `?${query}`)).text());
        for (const entry of page.entries) {
          yield { name: prefix === '' ? entry.key : entry.key.slice(prefix.length + 1), modified: entry.modified };
        }
        after = page.entries.at(-1)?.key;
        more = page.truncated && after !== undefined;
      }
    },
  };
}

function readListing(xml: string) {
  const entries: { key: string; modified: Date }[] = [];
  let truncated = false;
  let text = '';
  let key = '';
  let modified = new Date();
  const parser = new SaxesParser();
  parser.on('opentag', () => (text = ''));
  parser.on('text', (part) => (text += part));
  parser.on('closetag', ({ name }) => {
    if (name === 'Key') key = text;
    else if (name === 'LastModified') modified = new Date(text);
    else if (name === 'IsTruncated') truncated = text === 'true';
    else if (name === 'Contents') entries.push({ key, modified });
  });
  parser.write(xml).close();
  return { entries, truncated };
}
