import { isUtf8 } from 'node:buffer';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import fastify, { type FastifyInstance, LogController } from 'fastify';

import { recordRead } from './audit/reads.ts';
import { auditRoutes } from './audit/routes.ts';
import { commentRoutes } from './comments/routes.ts';
import { homeRoutes } from './home/routes.ts';
import { recordOpening } from './vendors/documents.ts';
import { accountRoutes } from './vendors/routes.ts';
import { lockProductsOf, repriceProducts } from './products/products.ts';
import { productRoutes } from './products/routes.ts';
import { buyerSystemRoutes } from './buyer-system/routes.ts';
import type { Context } from './context.ts';
import { dispatchNoteRoutes } from './dispatch-notes/routes.ts';
import { receiptRoutes } from './receipts/routes.ts';
import { fileRoutes } from './files/routes.ts';
import { answerBadAddress, answerErrors, answerUnparsed } from './http/answerErrors.ts';
import { KeyCalls } from './http/apiKeys.ts';
import { AtWork } from './http/atWork.ts';
import { openApiRoutes } from './http/openapi/openapi.ts';
import { openForms } from './http/forms.ts';
import { Pace } from './http/pace.ts';
import { answerTexts } from './http/texts.ts';
import { healthRoutes } from './http/health.ts';
import { serving } from './http/serve.ts';
import { securityHeaders } from './http/securityHeaders.ts';
import { webRoutes } from './http/web.ts';
import { mailRoutes } from './mail/routes.ts';
import { plainError } from './process/log.ts';
import { badRequest } from './ground/refusal.ts';
import { memoRoutes } from './memos/routes.ts';
import { invoiceRoutes } from './invoices/routes.ts';
import { paymentRoutes } from './payments/routes.ts';
import { orderRoutes } from './purchase-orders/routes.ts';
import { paperRoutes } from './papers/routes.ts';
import { rateRoutes } from './rates/routes.ts';
import { schemeRoutes } from './schemes/routes.ts';
import { registrationRoutes } from './registrations/routes.ts';
import { settingsRoutes } from './settings/routes.ts';
import { integrationRoutes } from './integration/routes.ts';

const JSON_BYTES_MAX = 1024 * 1024;
const HEADERS_MS = 20_000;
/** The limit is above the number of calls that run at once, and within the limit of open files. */
const CONNECTIONS_MAX = 4_000;

export async function buildApp(ctx: Context): Promise<FastifyInstance> {
  const hops = ctx.settings.trustProxy;
  const app = fastify({
    bodyLimit: JSON_BYTES_MAX,
    trustProxy: typeof hops === 'number' ? (_address: string, hop: number) => hop < hops : hops,
    logger: ctx.settings.log ? { level: ctx.settings.logRequests === true ? 'info' : 'warn', serializers: { err: plainError } } : false,
    logController: new LogController({ disableRequestLogging: true }),
    // Errors name the request themselves.
    childLoggerFactory: (logger) => logger,
    // A HEAD request would run the GET handler, and some GETs of the specification write.
    exposeHeadRoutes: false,
    routerOptions: { caseSensitive: false, maxParamLength: 300 },
    requestTimeout: 120_000,
    connectionTimeout: 130_000,
    // Clients that send headers slowly would otherwise hold connections that others need.
    http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: 5_000 },
    genReqId: () => crypto.randomUUID(),
    frameworkErrors: answerBadAddress,
    clientErrorHandler: answerUnparsed,
  });
  app.server.maxConnections = CONNECTIONS_MAX;
  app.decorate('atWork', new AtWork(ctx.settings.databasePool));
  app.decorate('keyCalls', new KeyCalls());
  app.decorate('pace', new Pace(CONNECTIONS_MAX));
  app.decorate('recordRead', recordRead);
  answerErrors(app);
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  // A POST or PUT without a body counts as an empty object, whatever its content type.
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) done(null, {});
    // Invalid bytes are rejected: decoding them anyway would store replacement characters.
    else if (!isUtf8(body)) done(badRequest('The request body is not in UTF-8.'), undefined);
    else void parseJson(request, body.toString(), done);
  });
  answerTexts(app);
  securityHeaders(app, ctx.settings);
  healthRoutes(app, ctx);
  await openForms(app);

  const serve = serving(app, ctx);
  accountRoutes(serve);
  auditRoutes(serve);
  homeRoutes(serve);
  productRoutes(serve);
  schemeRoutes(serve, { lock: lockProductsOf, reprice: repriceProducts });
  memoRoutes(serve, 'debit');
  memoRoutes(serve, 'credit');
  invoiceRoutes(serve);
  paymentRoutes(serve);
  orderRoutes(serve);
  paperRoutes(serve);
  dispatchNoteRoutes(serve, ctx);
  receiptRoutes(serve);
  commentRoutes(serve);
  buyerSystemRoutes(serve);
  rateRoutes(serve);
  mailRoutes(serve, app, ctx);
  integrationRoutes(serve, app, ctx);
  settingsRoutes(serve, app, ctx);
  registrationRoutes(serve);
  fileRoutes(app, { files: ctx.files, opened: (file, readerId) => recordOpening(ctx.db, file, readerId) });
  openApiRoutes(app);
  await webRoutes(app, webFolder());
  return app;
}

/** The folder of the web app, beside the bundle or in the workspace; null before the first build. */
function webFolder(): string | null {
  const folder = fileURLToPath(new URL('../../web/dist', import.meta.url));
  return existsSync(folder) ? folder : null;
}
