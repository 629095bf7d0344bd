import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** Where operations that take files are served. */
    forms: FastifyInstance;
  }
}

const TYPE = 'multipart/form-data';

/** The body of a form sent to an operation that takes none: it is not read. */
export const UNREAD_FORM = Symbol('a form that nobody reads');

/**
 * Lets the operations that take files read forms, which all others go without: the plugin follows each request that it may see from its
 * start to its end, and most are reads. What the app has of hooks has to be there by now.
 */
export async function openForms(app: FastifyInstance): Promise<void> {
  await app.register(async (forms) => {
    // A file past the limit is for the reader of the form to report, under its field.
    await forms.register(multipart, { throwFileSizeLimit: false });
    app.decorate('forms', forms);
  });
  app.addContentTypeParser(TYPE, (_request, _payload, done) => done(null, UNREAD_FORM));
}
