import { priceReview } from '@aapurti/contract/products/priceReview';
import { itemProposals, messages as proposalMessages } from '@aapurti/contract/products/itemProposals';
import { products, messages } from '@aapurti/contract/products/products';
import type { FastifyInstance } from 'fastify';

import { findItems } from '../buyer-system/items.ts';
import type { Context } from '../context.ts';
import { listReply } from '../database/list.ts';
import { no, ok, saved } from '../ground/reply.ts';
import { serve } from '../http/serve.ts';
import { sheetRoutes } from '../sheets/sheetRoutes.ts';
import { productColumns } from './columns.ts';
import { exportProducts } from './export.ts';
import { acceptProposal, declineProposal, listProposals, propose, readPicture, type Picture } from './itemProposals.ts';
import { changePriceApproval, refusePrices } from './approvals.ts';
import { listProducts, ownProduct, saveProduct } from './products.ts';
import { listReview, priceFacts } from './review.ts';
import { productTemplate } from './template.ts';
import { undoDecision } from './undo.ts';

export function productRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, products.list, async ({ ctx, actor, query }) => listReply(await listProducts(ctx, actor, query)));
  serve(app, context, products.get, async ({ ctx, actor, params }) => ok(await ownProduct(ctx.db, actor, params.id)));
  serve(app, context, products.lookUp, async ({ ctx, params }) => {
    const items = await findItems(ctx, params.ean);
    return items.length === 0 ? no(items) : ok(items);
  });
  serve(app, context, products.save, ({ ctx, actor, body }) => saved(messages.saved, saveProduct(ctx, actor, body)));
  serve(app, context, products.approve, async ({ ctx, actor, body }) => ok({ message: await changePriceApproval(ctx, actor, body) }));
  serve(app, context, priceReview.list, async ({ ctx, actor, query }) => listReply(await listReview(ctx, actor, query)));
  serve(app, context, priceReview.facts, async ({ ctx, params }) => ok(await priceFacts(ctx, params.id)));
  serve(app, context, priceReview.refuse, async ({ ctx, actor, body }) => ok({ message: await refusePrices(ctx, actor, body) }));
  serve(app, context, priceReview.undo, async ({ ctx, actor, body }) => ok({ message: await undoDecision(ctx, actor, body) }));
  serve(app, context, itemProposals.list, async ({ ctx, actor, query }) => listReply(await listProposals(ctx, actor, query)));
  serve(
    app,
    context,
    itemProposals.create,
    async ({ ctx, actor, body }, picture: Picture) =>
      ok({ message: proposalMessages.sent, data: await propose(ctx, actor, body, picture) }),
    { prepare: ({ ctx, actor, files, address }) => readPicture(ctx, actor, { files, address }) },
  );
  serve(app, context, itemProposals.accept, ({ ctx, actor, params, body }) =>
    saved(proposalMessages.accepted, acceptProposal(ctx, actor, params.id, body)),
  );
  serve(app, context, itemProposals.decline, ({ ctx, actor, params, body }) =>
    saved(proposalMessages.declined, declineProposal(ctx, actor, params.id, body)),
  );
  serve(app, context, products.export, async ({ ctx, actor, query }) => ok(await exportProducts(ctx, actor, query)));
  sheetRoutes(app, context, products, {
    fileName: 'sampleProductSheet.xlsx',
    sheet: 'Products',
    columns: productColumns,
    templateColumns: productTemplate,
    name: 'products',
  });
}
