import * as z from 'zod';

import { named, optionalPattern, optionalText, requiredCode, requiredText } from '../ground/fields.ts';
import { plainCode } from '../ground/codes.ts';
import { eanProblem, hsnProblem } from '../ground/india.ts';
import { MONEY, optionalNumber, type Range, requiredNumber } from '../ground/numbers.ts';
import { FSSAI, licenceMessages } from '../vendors/licences.ts';
import { listQuery, oneOf, operationsOf, ownerChoice, textFilter } from '../ground/operation.ts';
import { sayOnce } from '../ground/template.ts';

/** The number of pieces in one unit of an item. */
export const CONVERSION: Range = { places: 3, least: 0.001, most: '999999.999' };

/** The messages for the figures of an item, in the form, the API and the upload. */
export const itemWords = {
  MRP: { required: 'MRP is required.', invalid: 'Invalid MRP. It should be number.' },
  uomConversion: { invalid: 'Enter the pieces in one unit.' },
} as const;

/** The most pending proposals of one vendor. */
export const WAITING_MAX = 100;

export const messages = {
  sent: 'Item proposed. The buyer accepts or rejects it.',
  accepted: 'Item accepted.',
  declined: 'Item rejected.',
  ean: 'EAN Code is required.',
  name: 'Enter the name of the item.',
  hsn: 'HSN Code is required.',
  pack: 'Enter the pack size, for example 500 g or 12 pieces.',
  reason: 'Enter the reason, so that the vendor knows what to correct.',
  code: 'Enter the item code.',
  codeTaken: 'Another item has this code.',
  listed: 'The buyer already lists this EAN. Enter its price under Add Product.',
  many: sayOnce('You can have at most {WAITING_MAX} pending proposals. The buyer must decide on some of them first.', { WAITING_MAX }),
  decided: 'This proposal has already been decided on.',
  inErp: 'Add the item in your ERP first. Then accept it here.',
} as const;

export const PROPOSAL_STATES = { waiting: 'Waiting', accepted: 'Accepted', declined: 'Rejected' } as const;
export type ProposalState = keyof typeof PROPOSAL_STATES;
const STATES = Object.keys(PROPOSAL_STATES) as [ProposalState, ...ProposalState[]];

/** An item that the buyer does not list, as described by its vendor. */
export const proposalForm = z.object({
  EANCode: requiredText(messages.ean, 40, eanProblem, plainCode),
  productName: requiredText(messages.name, 200),
  brandName: optionalText(100),
  HSNCode: requiredText(messages.hsn, 20, hsnProblem, plainCode),
  MRP: requiredNumber(MONEY, itemWords.MRP),
  pack: requiredText(messages.pack, 60),
  fssai: optionalPattern(FSSAI, licenceMessages.number),
});

const proposal = named('ItemProposal', {
  _id: z.string(),
  userID: z.string(),
  vendorName: z.string(),
  EANCode: z.string(),
  productName: z.string(),
  brandName: z.string().nullable(),
  HSNCode: z.string(),
  MRP: z.number(),
  pack: z.string(),
  fssai: z.string().nullable(),
  /** The URL of the picture; null if there is none. */
  picture: z.string().nullable(),
  state: z.enum(STATES),
  reason: z.string().nullable(),
  /** The buyer's code of the item created from it. */
  itemCode: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type ItemProposal = z.infer<typeof proposal>;

const answer = z.object({ message: z.string(), data: proposal });
/** The version that the caller saw, because a vendor can replace a pending proposal. */
const seen = { updatedAt: z.string('Must be the updatedAt of the proposal.').max(50) };

/** The item that the buyer creates from a proposal. */
export const acceptForm = z.object({
  itemCode: requiredCode(messages.code, 40),
  productName: requiredText(messages.name, 200),
  brandName: optionalText(100),
  productCategory: optionalText(100),
  HSNCode: requiredText(messages.hsn, 20, hsnProblem, plainCode),
  UOM: optionalText(20),
  uomConversion: optionalNumber(CONVERSION, itemWords.uomConversion),
  MRP: requiredNumber(MONEY, itemWords.MRP),
});

export const itemProposals = operationsOf('itemProposal', {
  list: {
    summary: "List items that vendors propose for the buyer's item list, newest first",
    route: 'GET /api/itemProposals/get',
    access: 'members',
    query: listQuery(
      {
        userID: ownerChoice,
        productName: textFilter,
        EANCode: textFilter,
        state: oneOf(STATES).optional(),
      },
      ['createdAt'],
    ),
    replies: { 200: z.array(proposal), 201: z.array(proposal) },
  },
  create: {
    summary: 'Propose an item with an EAN that the buyer does not list, with a photo; a pending proposal for the same EAN is replaced',
    route: 'POST /api/itemProposals/create',
    access: 'proposals',
    files: ['picture'],
    body: proposalForm,
    replies: { 200: answer },
    idempotent: true,
  },
  accept: {
    summary: 'Accept a proposed item into the item list. If the EAN is already listed, the proposal is linked to that item',
    route: 'PUT /api/itemProposals/{id}/accept',
    access: 'purchasing',
    body: acceptForm.extend(seen),
    replies: { 200: answer },
  },
  decline: {
    summary: 'Reject a proposed item with a reason, which its vendor sees',
    route: 'PUT /api/itemProposals/{id}/decline',
    access: 'purchasing',
    body: z.object({ reason: requiredText(messages.reason, 500), ...seen }),
    replies: { 200: answer },
  },
});
