import { priceReview } from '@aapurti/contract/products/priceReview';
import { itemProposals, messages as proposalMessages } from '@aapurti/contract/products/itemProposals';
import { products, messages } from '@aapurti/contract/products/products';

import { findItems } from '../buyer-system/items.ts';
import type { Context } from '../context.ts';
import { listReply } from '../database/list.ts';
import { no, ok, saved } from '../ground/reply.ts';
import type { Serve } from '../http/serve.ts';
import { sheetRoutes } from '../sheets/sheetRoutes.ts';
import { productColumns } from './columns.ts';
import { exportProducts } from './export.ts';
import { acceptProposal, declineProposal, listProposals, propose, readPicture, type Picture } from './itemProposals.ts';
import { changePriceApproval, refusePrices } from './approvals.ts';
import { listProducts, ownProduct, saveProduct } from './products.ts';
import { listReview, priceFacts } from './review.ts';
import { productTemplate } from './template.ts';
import { undoDecision } from './undo.ts';

export function productRoutes(serve: Serve<Context>): void {
  serve(products.list, async ({ ctx, actor, query }) => listReply(await listProducts(ctx, actor, query)));
  serve(products.get, async ({ ctx, actor, params }) => ok(await ownProduct(ctx.db, actor, params.id)));
  serve(products.lookUp, async ({ ctx, params }) => {
    const items = await findItems(ctx, params.ean);
    return items.length === 0 ? no(items) : ok(items);
  });
  serve(products.save, ({ ctx, actor, body }) => saved(messages.saved, saveProduct(ctx, actor, body)));
  serve(products.approve, async ({ ctx, actor, body }) => ok({ message: await changePriceApproval(ctx, actor, body) }));
  serve(priceReview.list, async ({ ctx, actor, query }) => listReply(await listReview(ctx, actor, query)));
  serve(priceReview.facts, async ({ ctx, params }) => ok(await priceFacts(ctx, params.id)));
  serve(priceReview.refuse, async ({ ctx, actor, body }) => ok({ message: await refusePrices(ctx, actor, body) }));
  serve(priceReview.undo, async ({ ctx, actor, body }) => ok({ message: await undoDecision(ctx, actor, body) }));
  serve(itemProposals.list, async ({ ctx, actor, query }) => listReply(await listProposals(ctx, actor, query)));
  serve(
    itemProposals.create,
    async ({ ctx, actor, body }, picture: Picture) =>
      ok({ message: proposalMessages.sent, data: await propose(ctx, actor, body, picture) }),
    { prepare: ({ ctx, actor, files, address }) => readPicture(ctx, actor, { files, address }) },
  );
  serve(itemProposals.accept, ({ ctx, actor, params, body }) =>
    saved(proposalMessages.accepted, acceptProposal(ctx, actor, params.id, body)),
  );
  serve(itemProposals.decline, ({ ctx, actor, params, body }) =>
    saved(proposalMessages.declined, declineProposal(ctx, actor, params.id, body)),
  );
  serve(products.export, async ({ ctx, actor, query }) => ok(await exportProducts(ctx, actor, query)));
  sheetRoutes(serve, products, {
    fileName: 'sampleProductSheet.xlsx',
    sheet: 'Products',
    columns: productColumns,
    templateColumns: productTemplate,
    name: 'products',
  });
}
