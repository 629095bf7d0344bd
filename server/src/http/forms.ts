import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    forms: FastifyInstance;
  }
}

const TYPE = 'multipart/form-data';

/** The body of a form sent to an operation that takes none; it is not read. */
export const UNREAD_FORM = Symbol('a form that nobody reads');

/** Registers the form parser only for operations with files. Its hooks run after those that the app already has. */
export async function openForms(app: FastifyInstance): Promise<void> {
  await app.register(async (forms) => {
    // The form's reader reports an oversized file under its field.
    await forms.register(multipart, { throwFileSizeLimit: false });
    app.decorate('forms', forms);
  });
  app.addContentTypeParser(TYPE, (_request, _payload, done) => done(null, UNREAD_FORM));
}
