/** Every kind of record that the contract writes: its calls, and the field values that the schema cannot generate or compare. */
import { typedLine } from '@aapurti/contract/buyer-system/buyerSystemSheets';
import { encodeNames } from '@aapurti/contract/ground/wire';

import { gstinOf, panOf, vendorForm } from '../src/demo/factories.ts';
import type { Caller } from './api.ts';
import { filledBody } from './contractValues.ts';

export type Fields = Readonly<Record<string, unknown>>;
export type Place = 'create' | 'edit' | 'get' | 'list' | 'export' | 'upload' | 'log of create' | 'log of edit' | 'log of upload';

export interface Kind {
  /** IDs of operations. If `edit` equals `create`, the same call does both. */
  create: string;
  edit?: string;
  get?: string;
  list?: string;
  export?: string;
  upload?: string;
  /** The record's name in the audit log. */
  entity: string;
  byAdmin?: true;
  /** The response to the create call contains only the ID, as in the specification. */
  silent?: true;
  /** The state of the record when its export is uploaded: edited or deleted. */
  uploadTo?: 'edited' | 'deleted';
  /** Values of fields with a meaning, by generation. Null means that the field is not sent. */
  known(generation: number, given: Given): Fields;
  /** The fields that have another name in the record: a path such as `listOfItems.0.itemPrice`. */
  names?: Readonly<Record<string, string | readonly string[]>>;
  /** A field that a place does not show, with the reason. */
  not?: Readonly<Record<string, { places: readonly Place[]; why: string }>>;
}

export const [EAN, OTHER_EAN] = ['8901030516320', '8901030516337'];

export interface Given {
  vendor: Caller;
  schemes: readonly string[];
  invoice: string;
}

const everywhere: readonly Place[] = ['create', 'edit', 'get', 'list', 'export', 'upload', 'log of create', 'log of edit', 'log of upload'];
/** The owner of every kind. */
export const OWNER = {
  places: ['export', 'log of create', 'log of edit', 'log of upload'],
  why: 'The log names the owner beside the entry.',
} as const;

/** parties.test.ts tests the registrations. */
const PARTIES = { vendorGST: null, buyerGST: null };

const memo = (kind: 'debit' | 'credit'): Kind => ({
  create: `${kind}Memo.create`,
  edit: `${kind}Memo.edit`,
  get: `${kind}Memo.get`,
  list: `${kind}Memo.list`,
  entity: `${kind}Memo`,
  known: (generation) => ({
    ...PARTIES,
    memoDate: `2026-01-0${generation}`,
    // The amount includes the taxes.
    amount: 1000 + generation,
    // A vendor issues its own memos, and a commercial memo has no taxes.
    issuer: 'vendor',
    kind: 'gst',
    invoiceId: null,
    claimId: null,
    lines: null,
  }),
  not: {
    issuer: { places: ['log of edit'], why: 'It is the same in both generations.' },
    kind: { places: ['log of edit'], why: 'It is the same in both generations.' },
  },
});

export const LINE = 'listOfItems.0';

export const KINDS: Readonly<Record<string, Kind>> = {
  user: {
    create: 'auth.create',
    edit: 'auth.edit',
    get: 'auth.user.get',
    list: 'auth.user.list',
    entity: 'user',
    byAdmin: true,
    silent: true,
    known: (generation) => ({
      ...(encodeNames(vendorForm(8_000 + generation)) as object),
      middleName: `Middle ${generation}`,
      firstName: `First ${generation}`,
      city: `City ${generation}`,
      vendor_name: `Company ${generation}`,
      kind: 'regular',
      vendorType: ['Farmer', 'Millers'][generation - 1],
      address_Line1: `Road ${generation}`,
      address_Line2: `Area ${generation}`,
      postal_Code: ['411037', '110001'][generation - 1],
      country_id: ['IN', 'NP'][generation - 1],
      state: ['IN-MH', 'NP-P3'][generation - 1],
      bankName: `Bank ${generation}`,
      IFSCCode: ['SBIN0000300', 'HDFC0002854'][generation - 1],
      paymentTerms: `${generation} days`,
      shippingTerms: `To door ${generation}`,
      fssaiNumber: `1001202200012${generation}`,
      fssaiValidUntil: `2099-03-3${generation - 1}`,
      vendor_Code: '70001',
      passWord: generation === 1 ? 'a-long-enough-one' : null,
      isAdmin: 'false',
      isActive: String(generation === 1),
      agreesTerms: 'true',
      updatedAt: null,
      captcha: null,
      currentPassWord: null,
    }),
    not: {
      kind: { places: ['log of edit'], why: 'It is the same in both generations; unregistered.test.ts changes it.' },
      vendor_Code: { places: ['log of edit'], why: 'It is given once.' },
      passWord: { places: everywhere, why: 'A password is written and never read.' },
      agreesTerms: { places: everywhere, why: 'It is a decision: agreedTerms has the terms.' },
      isAdmin: { places: ['log of edit'], why: 'It is the same in both generations: an administrator has no papers.' },
    },
  },
  product: {
    create: 'product.save',
    edit: 'product.save',
    list: 'product.list',
    export: 'product.export',
    upload: 'product.upload',
    entity: 'product',
    uploadTo: 'edited',
    known: (generation, { schemes }) => ({
      EANCode: EAN,
      ...[
        { MRP: 200, percentage: 10.25, margin: 20.5, sellingPrice: 179.5 },
        { MRP: 400, percentage: 20.25, margin: 81, sellingPrice: 319 },
      ][generation - 1],
      schemes: schemes[generation - 1],
    }),
    names: { schemes: 'schemes._id' },
    not: {
      EANCode: { places: ['log of edit', 'log of upload'], why: 'It says which product is changed.' },
      schemes: { places: ['export'], why: 'Its name is there, by which the upload finds it.' },
    },
  },
  scheme: {
    create: 'scheme.create',
    edit: 'scheme.edit',
    get: 'scheme.get',
    list: 'scheme.list',
    entity: 'scheme',
    known: (generation) => ({ EANCode: [EAN, OTHER_EAN][generation - 1], validity: `209${generation}-03-31` }),
  },
  invoice: {
    create: 'invoice.create',
    edit: 'invoice.edit',
    get: 'invoice.get',
    list: 'invoice.list',
    export: 'invoice.export',
    upload: 'invoice.upload',
    uploadTo: 'deleted',
    entity: 'invoice',
    known: (generation) => ({
      ...PARTIES,
      PONumber: `450000000${generation}`,
      IRN: String(generation).repeat(64),
      // The value includes the taxes.
      invoiceValue: 900 + generation,
      lines: null,
      noteId: null,
    }),
    not: { noteId: { places: ['edit'], why: 'The note names the invoice, not the invoice the note.' } },
  },
  payment: {
    create: 'payment.create',
    list: 'payment.report',
    export: 'payment.export',
    entity: 'payment',
    known: (_, { invoice }) => ({
      invoiceNumber: invoice,
      invoiceId: null,
      amount: 17.25,
      paymentDate: '2026-01-05',
      onlineKind: 'neft',
      accountLast4: '4321',
    }),
    names: { invoiceNumber: 'invoice', paymentMode: 'tenderType', Remarks: 'remarks', userID: 'vendorId' },
  },
  'debit memo': memo('debit'),
  'credit memo': memo('credit'),
  'dispatch note': {
    create: 'dispatchNote.create',
    edit: 'dispatchNote.edit',
    get: 'dispatchNote.get',
    list: 'dispatchNote.list',
    export: 'dispatchNote.export',
    entity: 'dispatchNote',
    not: {
      issuer: {
        places: ['edit', 'get', 'list', 'export', 'log of edit'],
        why: 'A note stays with its side, and is the vendor’s where a vendor adds it; movements.test.ts.',
      },
    },
    known: (generation) => ({ ...PARTIES, DriverContact: `987654321${generation}`, PONumber: `450000000${generation}` }),
  },
  'typed order': {
    create: 'buyerOrder.create',
    edit: 'buyerOrder.edit',
    get: 'buyerOrder.get',
    list: 'order.list',
    export: 'buyerOrder.export',
    upload: 'buyerOrder.upload',
    uploadTo: 'edited',
    entity: 'purchaseOrder',
    byAdmin: true,
    known: (generation, { vendor }) => ({
      ...PARTIES,
      userID: vendor.user.id,
      poNumber: 'EVERY/1',
      placeOfSupply: ['24', '29'][generation - 1],
      lines: [
        filledBody(typedLine, generation, {
          acceptance: ['order', 'sale'][generation - 1],
          EANCode: [EAN, OTHER_EAN][generation - 1],
          hsnCode: ['10063020', '11010000'][generation - 1],
        }),
      ],
    }),
    names: {
      poNumber: ['poNumber', 'number'],
      poDate: ['poDate', 'orderedOn'],
      'lines.quantity': `${LINE}.itemQuantityInCart`,
      'lines.MRP': `${LINE}.itemSellingPrice`,
      'lines.price': `${LINE}.itemPrice`,
      'lines.discountRate': `${LINE}.discInPer`,
      'lines.taxRate': `${LINE}.GSTInPer`,
      'lines.cessRate': `${LINE}.salesOrderTaxModel.gstCess`,
    },
    not: {
      poNumber: { places: ['log of edit', 'log of upload'], why: 'It says which order is changed.' },
      'lines.fromFirstPiece': { places: everywhere, why: 'It says what a new price is for; typeOrders.test.ts.' },
      'lines.*': { places: ['log of create', 'log of edit', 'log of upload'], why: 'The log has how many there are, and their value.' },
    },
  },
  registration: {
    create: 'registration.create',
    edit: 'registration.edit',
    list: 'registration.list',
    entity: 'registration',
    byAdmin: true,
    known: (generation) => ({
      kind: ['sez', 'composition'][generation - 1],
      GST: gstinOf(panOf(1), ['24', '29'][generation - 1] ?? ''),
      stateCode: ['24', '29'][generation - 1],
      postalCode: ['411037', '110001'][generation - 1],
      validFrom: `202${generation}-04-01`,
      validTo: `203${generation}-03-31`,
      userID: null,
    }),
  },
  site: {
    create: 'buyerSite.create',
    edit: 'buyerSite.edit',
    list: 'buyerSite.list',
    entity: 'buyerSite',
    byAdmin: true,
    known: (generation) => ({ postalCode: ['411037', '110001'][generation - 1], registrationId: null }),
  },
  gstRate: {
    create: 'gstRate.create',
    edit: 'gstRate.edit',
    get: 'gstRate.get',
    list: 'gstRate.list',
    export: 'gstRate.export',
    upload: 'gstRate.upload',
    uploadTo: 'deleted',
    entity: 'gstRate',
    byAdmin: true,
    known: (generation) => ({
      hsnPrefix: '9018',
      condition: 'prepacked',
      validFrom: `202${generation}-04-01`,
      validTo: `203${generation}-03-31`,
    }),
    not: {
      hsnPrefix: { places: ['log of edit'], why: 'It says which rate is changed.' },
      condition: { places: ['log of edit'], why: 'It says which rate is changed.' },
    },
  },
};

/** Writes that fill no fields of a record, with the reason. */
export const NO_RECORD: Readonly<Record<string, string>> = {
  'auth.login': 'starts a session',
  'auth.login.code': 'starts a session',
  'auth.login.company': 'starts a session',
  'key.create': 'is read back in keys.test.ts',
  'key.replace': 'is read back in keys.test.ts',
  'webhook.create': 'is read back in webhooks.test.ts',
  'webhook.edit': 'is read back in webhooks.test.ts',
  'webhook.replay': 'sends deliveries again; webhooks.test.ts',
  'webhook.rotate': 'answers with a new secret; webhooks.test.ts',
  'member.edit': 'is read back in members.test.ts',
  'delegation.create': 'is read back in delegations.test.ts',
  'leave.create': 'is read back in delegations.test.ts',
  'invitation.create': 'is read back in members.test.ts',
  'invitation.resend': 'mails a new link; members.test.ts',
  'invitation.get': 'is a read',
  'invitation.accept': 'is a link in a mail',
  'auth.sendBack': 'has its reason read back in sentBack.test.ts',
  'auth.createUser': "answers with an id of the buyer's system",
  'auth.forgetPassword': 'mails a link',
  'secondFactor.start': 'answers with a key; secondFactor.test.ts',
  'secondFactor.confirm': 'switches on; secondFactor.test.ts',
  'secondFactor.newCodes': 'answers with codes; secondFactor.test.ts',
  'secondFactor.off': 'switches off; secondFactor.test.ts',
  'secondFactor.reset': 'switches off; secondFactor.test.ts',
  'session.endAll': 'ends sessions',
  'list.prefer': 'is read back in lists.test.ts',
  'list.saveView': 'is read back in lists.test.ts',
  'audit.seen': 'is a mark of the reader',
  'product.changeStatusPriceApproval': 'is about a selection; products.test.ts',
  'itemProposal.create': 'has no edit; itemProposals.test.ts',
  'itemProposal.accept': 'is a decision; itemProposals.test.ts',
  'itemProposal.decline': 'is a decision; itemProposals.test.ts',
  'product.undoDecision': 'is about a selection; undo.test.ts',
  'codeList.rememberUnit': 'is about all items of a unit; codeLists.test.ts',
  'product.refusePrices': 'is about a selection; review.test.ts',
  'order.search': 'is a list',
  'payment.report': 'is a list',
  'order.acknowledge': 'has its reference read back in orders.test.ts',
  'payment.transfer': 'is read back in accountCases.test.ts',
  'allocation.create': 'is read back in accounts.test.ts',
  'statement.answer': 'is an answer; statements.test.ts',
  'openingBalance.create': 'is read back in accounts.test.ts',
  'openingSheet.reject': 'is a decision; openingSheets.test.ts',
  'openingBalance.reverse': 'takes an opening balance back; accounts.test.ts',
  'payment.advance': 'is read back in accounts.test.ts',
  'payment.reverse': 'takes a payment back; accountCases.test.ts',
  'debitMemo.accept': 'is a decision; seenMemos.test.ts',
  'creditMemo.accept': 'is a decision; seenMemos.test.ts',
  'debitMemo.reverse': 'is a decision; accountCases.test.ts',
  'creditMemo.reverse': 'is a decision; accountCases.test.ts',
  'invoice.check': 'stores nothing',
  'invoice.approve': 'is a decision; match.test.ts',
  'invoice.release': 'is a decision; match.test.ts',
  'invoice.return': 'is a decision; match.test.ts',
  'einvoice.save': 'is one day of a vendor; einvoices.test.ts',
  'matchTolerance.save': 'is read back in match.test.ts',
  'answerTolerance.save': 'is one record without an id; answers.test.ts',
  'buyerOrder.confirm': 'is about a line of an order; matchCases.test.ts',
  'buyerOrder.close': 'has its reason read back in typeOrders.test.ts',
  'comment.create': 'has no edit; comments.test.ts',
  'receipt.cancel': 'takes a receipt back; receipts.test.ts',
  'dispatchGoods.transport': 'is about the transport of a note; dispatchGoods.test.ts',
  'dispatchGoods.move': 'takes a note to its next state; dispatchGoods.test.ts',
  'dispatchGoods.arrive': 'takes a note to its next state; dispatchGoods.test.ts',
  'ewayBill.check': 'changes nothing',
  'ewayBill.file': 'changes nothing',
  'ewayBill.change': 'records what is done at the portal; ewayLife.test.ts',
  'ewayBill.result': 'is the text of a file; ewayBills.test.ts',
  'shelfLife.save': 'is a row without an edit; dispatchGoods.test.ts',
  'orderAnswer.upload': 'is about lines of orders; answerSheet.test.ts',
  'orderAnswer.withdraw': 'is about lines of an order; answers.test.ts',
  'orderAnswer.decide': 'is about lines of an order; answers.test.ts',
  'buyerSystem.pull': 'starts a job',
  'selfInvoice.create': 'names a receipt; selfInvoices.test.ts',
  'selfInvoice.cancel': 'takes a self-invoice back; selfInvoices.test.ts',
  'registration.confirm': 'has nothing but the version that was seen',
  'provider.create': 'has a secret; providers.test.ts',
  'provider.edit': 'has a secret; providers.test.ts',
  'auth.provider.start': 'begins a sign-in; providers.test.ts',
  'auth.provider.finish': 'signs in; providers.test.ts',
  'auth.provider.startLink': 'begins a link; providers.test.ts',
  'auth.provider.finishLink': 'links; providers.test.ts',
  'auth.provider.finishConfirm': 'confirms the session; providers.test.ts',
  'auth.provider.startInvitation': 'begins an acceptance; providers.test.ts',
  'auth.provider.finishInvitation': 'answers with a proof; providers.test.ts',
  'identity.decide': 'decides about what was asked for; identity.test.ts',
  'identity.decideMatch': 'decides about a supplier; suppliers are tested with their screen',
  'identity.confirmEmail': 'is a link in a mail',
  'eventReceivers.edit': 'is one of a fixed list; settings/receivers.test.ts',
  'payment.reject': 'decides about what was reported; controlCases.test.ts',
  'controls.save': 'is one record without an id; controlCases.test.ts',
  'controls.decide': 'decides about what was asked for; controlCases.test.ts',
  'settings.save': 'is one record without an id; settings/settings.test.ts',
  'mail.language': 'one of two, read in mailing.test.ts',
  'mail.change': 'switches, read back in settings.test.ts',
  'notice.read': 'is a mark of the reader',
  'notice.change': 'switches, read back in notices.test.ts',
  'mail.unsubscribe': 'is a link in a mail',
};
