/** Requests that no browser sends: the bytes that a scanner, a broken proxy or an attacker writes directly to the connection. */
const LONG = 'x'.repeat(40_000);

/** The bytes of one connection, in latin1; `malformedRequests` replaces the parts in braces. */
export interface Malformed {
  what: string;
  bytes: string;
}

interface Target {
  method: string;
  path: string;
  body: string;
}

/** One of each kind of call: a visitor's, a read, a create, an edit, an upload, and an unknown path. */
const TARGETS: readonly Target[] = [
  { method: 'POST', path: '/api/auth/login', body: '{"email":"a@b.in","passWord":"x"}' },
  { method: 'GET', path: '/api/product/get?page=1', body: '' },
  { method: 'POST', path: '/api/schema/create', body: '{"schemaName":"Holi"}' },
  { method: 'PUT', path: '/api/auth/edit/1', body: '{"city":"Nashik"}' },
  { method: 'POST', path: '/api/product/upload', body: '--x\r\n\r\n--x--' },
  { method: 'GET', path: '/login', body: '' },
];

const REQUEST_LINES: Record<string, (target: Target) => string> = {
  'a method that does not exist': ({ path }) => `BREW ${path} HTTP/1.1`,
  TRACE: ({ path }) => `TRACE ${path} HTTP/1.1`,
  CONNECT: () => 'CONNECT internal:5432 HTTP/1.1',
  'a method in small letters': ({ method, path }) => `${method.toLowerCase()} ${path} HTTP/1.1`,
  'a method with a sign': ({ path }) => `G@T ${path} HTTP/1.1`,
  'no method': ({ path }) => `${path} HTTP/1.1`,
  'no path': ({ method }) => `${method}  HTTP/1.1`,
  'no version': ({ method, path }) => `${method} ${path}`,
  'HTTP/0.9': ({ method, path }) => `${method} ${path} HTTP/0.9`,
  'HTTP/2 in plain': () => 'PRI * HTTP/2.0',
  'HTTP/9.9': ({ method, path }) => `${method} ${path} HTTP/9.9`,
  'a version of letters': ({ method, path }) => `${method} ${path} HTTP/x.y`,
  'tabs for blanks': ({ method, path }) => `${method}\t${path}\tHTTP/1.1`,
  'a blank line before': ({ method, path }) => `\r\n\r\n${method} ${path} HTTP/1.1`,
  'an address of another host': ({ method, path }) => `${method} http://169.254.169.254${path} HTTP/1.1`,
  'an address with a password': ({ method, path }) => `${method} http://root:root@127.0.0.1${path} HTTP/1.1`,
  'a script as an address': ({ method }) => `${method} javascript:alert(1) HTTP/1.1`,
  'an asterisk': ({ method }) => `${method} * HTTP/1.1`,
  'two slashes': ({ method, path }) => `${method} /${path} HTTP/1.1`,
  backslashes: ({ method, path }) => `${method} ${path.replaceAll('/', '\\')} HTTP/1.1`,
  'steps upwards': ({ method }) => `${method} /../../../../etc/passwd HTTP/1.1`,
  'encoded steps upwards': ({ method }) => `${method} /assets/..%2f..%2f..%2fetc%2fpasswd HTTP/1.1`,
  'twice encoded steps': ({ method }) => `${method} /%252e%252e/%252e%252e/etc/passwd HTTP/1.1`,
  'NUL in the path': ({ method, path }) => `${method} ${path}%00.html HTTP/1.1`,
  'a raw NUL': ({ method, path }) => `${method} ${path}\0 HTTP/1.1`,
  'bytes that are no UTF-8': ({ method }) => `${method} /\xff\xfe\xed\xa0\x80 HTTP/1.1`,
  'half an escape': ({ method }) => `${method} /api/%e0%a4 HTTP/1.1`,
  'a fragment': ({ method, path }) => `${method} ${path}#x HTTP/1.1`,
  'a line break for a header': ({ method, path }) => `${method} ${path}%0d%0aSet-Cookie:%20a=1 HTTP/1.1`,
  'a very long path': ({ method }) => `${method} /${LONG} HTTP/1.1`,
  'a very long query': ({ method, path }) => `${method} ${path}?${LONG} HTTP/1.1`,
  'a query of ten thousand': ({ method, path }) => `${method} ${path}?${'a&'.repeat(7_000)} HTTP/1.1`,
};

/** The headers that replace or accompany the usual ones. */
const HEADERS: Record<string, string> = {
  'no host': '',
  'two hosts': 'Host: a\r\nHost: b',
  'a host of nonsense': 'Host: a b:999999',
  'a host that is a script': 'Host: "><script>alert(1)</script>',
  'a blank before the colon': 'Host: a\r\nAuthorization : x',
  'no colon': 'Host: a\r\nAuthorization',
  'no name': 'Host: a\r\n: x',
  'a folded line': 'Host: a\r\nX-A: b\r\n c',
  'NUL in a value': 'Host: a\r\nX-A: b\0c',
  'a bare line feed': 'Host: a\nX-A: b',
  'a bare carriage return': 'Host: a\rX-A: b',
  'raw bytes': 'Host: a\r\nX-A: \xff\xfe\x80',
  'a name with raw bytes': 'Host: a\r\nX-\xe9: a',
  '__proto__ as a name': 'Host: a\r\n__proto__: x\r\nconstructor: y',
  'too many': `Host: a\r\n${'X-A: b\r\n'.repeat(3000)}X-B: c`,
  'one too long': `Host: a\r\nX-A: ${LONG}`,
  'a length below zero': 'Host: a\r\nContent-Length: -1',
  'a length with a sign': 'Host: a\r\nContent-Length: +5',
  'a length of letters': 'Host: a\r\nContent-Length: five',
  'a length past all numbers': `Host: a\r\nContent-Length: ${'9'.repeat(40)}`,
  'a hexadecimal length': 'Host: a\r\nContent-Length: 0x5',
  'two lengths': 'Host: a\r\nContent-Length: 5\r\nContent-Length: 6',
  'a list of lengths': 'Host: a\r\nContent-Length: 5, 6',
  'length and chunks': 'Host: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked',
  'an unknown coding': 'Host: a\r\nTransfer-Encoding: cow',
  'chunked, but not last': 'Host: a\r\nTransfer-Encoding: chunked, gzip',
  'chunked twice': 'Host: a\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked',
  'chunked with a tab': 'Host: a\r\nTransfer-Encoding:\tchunked',
  'an expectation nobody meets': 'Host: a\r\nExpect: the-moon',
  'an upgrade': 'Host: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x',
  'an upgrade to HTTP/2': 'Host: a\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: x',
  'a coding of the body': 'Host: a\r\nContent-Encoding: gzip',
  'a charset that is none': 'Host: a\r\nContent-Type: application/json; charset=utf-77',
  'a type of nonsense': 'Host: a\r\nContent-Type: ;;;=',
  'a type that never ends': `Host: a\r\nContent-Type: application/json; a="${'\\"'.repeat(3000)}`,
  'a form without a boundary': 'Host: a\r\nContent-Type: multipart/form-data',
  'a boundary that is too long': `Host: a\r\nContent-Type: multipart/form-data; boundary=${'x'.repeat(500)}`,
  'an empty boundary': 'Host: a\r\nContent-Type: multipart/form-data; boundary=""',
  'forged addresses': `Host: a\r\nX-Forwarded-For: ${'9.9.9.9, '.repeat(500)}x\r\nForwarded: for=_x;;;by="`,
  'a forged path': 'Host: a\r\nX-Original-URL: /api/audit/get\r\nX-Rewrite-URL: /api/audit/get\r\nX-HTTP-Method-Override: DELETE',
  'a token with a line break encoded': 'Host: a\r\nAuthorization: Bearer x%0d%0aX-Admin:%201',
  'a token that is too long': `Host: a\r\nAuthorization: Bearer ${'a'.repeat(12_000)}`,
  'a token of raw bytes': 'Host: a\r\nAuthorization: Bearer \xff\xfe',
  'two tokens': 'Host: a\r\nAuthorization: Bearer a\r\nAuthorization: Bearer b',
  'a key that is none': 'Host: a\r\nIdempotency-Key: \xff',
  ranges: `Host: a\r\nRange: bytes=${'0-,'.repeat(2000)}5-`,
  'an accept of nonsense': `Host: a\r\nAccept: ${'*/*;q=x,'.repeat(1000)}\r\nAccept-Encoding: ;q=,\r\nAccept-Language: \xff`,
  'a date past all time': 'Host: a\r\nIf-Modified-Since: Sun, 99 Foo 99999 99:99:99 GMT\r\nIf-None-Match: "',
  cookies: `Host: a\r\nCookie: ${'a=b; '.repeat(2000)}__proto__=x`,
};

/** Chunked bodies. */
const CHUNKS: Record<string, string> = {
  'a size of nonsense': 'zz\r\nabc\r\n0\r\n\r\n',
  'a size below zero': '-5\r\nabc\r\n0\r\n\r\n',
  'a size past all numbers': 'fffffffffffffffff\r\nabc\r\n0\r\n\r\n',
  'no line end': '5\r\nabcdeX0\r\n\r\n',
  'a shorter chunk': '50\r\nabc\r\n0\r\n\r\n',
  'an endless extension': `5;${'a'.repeat(30_000)}\r\nabcde\r\n0\r\n\r\n`,
  'a trailer of nonsense': '0\r\nX-A\x00: b\r\n\r\n',
  'a second request inside': '0\r\n\r\nGET /api/audit/get HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
};

const part = (head: string, content = 'x') => `--x\r\n${head}\r\n\r\n${content}\r\n`;
const FORMS: Record<string, string> = {
  'no part': '--x--\r\n',
  'no end': part('Content-Disposition: form-data; name="file"; filename="a.pdf"'),
  'an end alone': '--x',
  'another boundary': '--y\r\n\r\n--y--\r\n',
  'a part without a head': '--x\r\n\r\nx\r\n--x--\r\n',
  'a part without a name': `${part('Content-Disposition: form-data')}--x--\r\n`,
  '__proto__ as a name': `${part('Content-Disposition: form-data; name="__proto__"')}--x--\r\n`,
  '__proto__ as a file': `${part('Content-Disposition: form-data; name="__proto__"; filename="a"')}--x--\r\n`,
  'a path as a file name': `${part('Content-Disposition: form-data; name="file"; filename="../../etc/passwd"')}--x--\r\n`,
  'NUL in a file name': `${part('Content-Disposition: form-data; name="file"; filename="a\0.pdf"')}--x--\r\n`,
  'an endless file name': `${part(`Content-Disposition: form-data; name="file"; filename="${'a'.repeat(20_000)}"`)}--x--\r\n`,
  'an encoding of nonsense': `${part('Content-Disposition: form-data; name="file"; filename*=UTF-99\'\'%ff')}--x--\r\n`,
  'an open quotation': `${part('Content-Disposition: form-data; name="file; filename="a')}--x--\r\n`,
  'an endless head': `--x\r\n${'X-A: b\r\n'.repeat(5000)}\r\nx\r\n--x--\r\n`,
  'a form in a form': `${part('Content-Disposition: form-data; name="file"\r\nContent-Type: multipart/mixed; boundary=y', '--y\r\n\r\n--y--')}--x--\r\n`,
  'a coding of a part': `${part('Content-Disposition: form-data; name="file"; filename="a"\r\nContent-Transfer-Encoding: base64', '!!!')}--x--\r\n`,
  'three thousand fields': `${part('Content-Disposition: form-data; name="a"').repeat(3000)}--x--\r\n`,
  'two files for one': `${part('Content-Disposition: form-data; name="file"; filename="a.xlsx"').repeat(2)}--x--\r\n`,
};

/** More than five hundred requests, the same in every run. `token` belongs to a user who may make all of these calls. */
export function malformedRequests(token: string): Malformed[] {
  const found: Malformed[] = [];
  const usual = `Host: a\r\nAuthorization: ${token}\r\nConnection: close`;
  const add = (what: string, lines: string, body: string) => void found.push({ what, bytes: `${lines}\r\n\r\n${body}` });
  for (const target of TARGETS) {
    const { method, path, body } = target;
    const of = (what: string) => `${method} ${path}: ${what}`;
    const type = path.endsWith('/upload') ? 'multipart/form-data; boundary=x' : 'application/json';
    const sized = `Content-Type: ${type}\r\nContent-Length: ${body.length}`;
    for (const [what, line] of Object.entries(REQUEST_LINES)) add(of(what), `${line(target)}\r\n${usual}\r\n${sized}`, body);
    for (const [what, headers] of Object.entries(HEADERS)) {
      const own = /authorization/i.test(headers) ? '' : `Authorization: ${token}\r\n`;
      const typed = /content-type/i.test(headers) ? '' : `Content-Type: ${type}\r\n`;
      const length = /content-length|transfer-encoding/i.test(headers) ? '' : `Content-Length: ${body.length}\r\n`;
      add(of(what), `${method} ${path} HTTP/1.1\r\n${own}${typed}${length}Connection: close\r\n${headers || 'X-A: b'}`, body);
    }
    for (const [what, chunks] of Object.entries(CHUNKS))
      add(of(what), `${method} ${path} HTTP/1.1\r\n${usual}\r\nContent-Type: ${type}\r\nTransfer-Encoding: chunked`, chunks);
    add(of('a body shorter than it says'), `${method} ${path} HTTP/1.1\r\n${usual}\r\nContent-Type: ${type}\r\nContent-Length: 500`, body);
    add(
      of('a body longer than it says'),
      `${method} ${path} HTTP/1.1\r\n${usual}\r\nContent-Type: ${type}\r\nContent-Length: 1`,
      `${body}x`,
    );
    found.push({ what: of('cut off in its headers'), bytes: `${method} ${path} HTTP/1.1\r\n${usual.slice(0, 20)}` });
  }
  for (const path of ['/api/auth/create', '/api/product/upload', '/api/auth/edit/1']) {
    for (const [what, body] of Object.entries(FORMS)) {
      const line = `${path.includes('edit') ? 'PUT' : 'POST'} ${path} HTTP/1.1`;
      add(
        `${path}: a form of ${what}`,
        `${line}\r\n${usual}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${body.length}`,
        body,
      );
    }
  }
  // Some paths make the same request for two targets.
  return [...new Map(found.map((each) => [each.bytes, each])).values()];
}
