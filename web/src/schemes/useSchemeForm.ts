import { accounts, messages as accountMessages } from '@aapurti/contract/vendors/accounts';
import { products } from '@aapurti/contract/products/products';
import { optionalDate } from '@aapurti/contract/ground/fields';
import { parseDecimal } from '@aapurti/contract/ground/numbers';
import { ownerChoice } from '@aapurti/contract/ground/operation';
import { freeQuantityRemark, messages, type Scheme, schemeForm, schemes, validityProblem } from '@aapurti/contract/schemes/schemes';
import { useQuery } from '@tanstack/react-query';
import type * as z from 'zod';

import { somethingWrong } from '../vendors/refusals.ts';
import { vendorChoice } from '../choose/VendorField.tsx';
import { currentSession, endSession } from '../access/session.ts';
import { ApiError, call } from '../ground/api.ts';
import { outdated } from '../ground/callQuery.ts';
import type { Submitting } from '../form/Form.tsx';
import { useNewerRecord } from '../form/newer.ts';
import { useContractForm, type Values } from '../form/useContractForm.ts';
import { toast } from '../ui/toast.tsx';
import { mergeSchemes, newSchemeValues, schemeValues } from './schemeValues.ts';

interface SchemeFormOptions {
  /** The scheme to change; absent for a new one. The form opens with the first one given. */
  record?: Scheme;
  /** Initial values of a new scheme. */
  given?: Values;
  /** Administrators choose the vendor. */
  picksVendor?: boolean;
  onSaved: (scheme: Scheme) => Promise<void> | void;
}

export type SchemeEditing = ReturnType<typeof useSchemeForm>;

/** The form of section 2.7 with its saving, for the screens and for the dialog of the product's form. */
export function useSchemeForm({ record, given = {}, picksVendor = false, onSaved }: SchemeFormOptions) {
  const { base, merge, offers } = useNewerRecord(record, schemeValues, mergeSchemes);
  const schema = rules(base?.validity ?? null, picksVendor && record === undefined);
  const { data: highest } = useQuery({
    queryKey: [schemes.maxNumber.id],
    queryFn: async ({ signal }) => (await call(schemes.maxNumber, { signal })).data.maxSchemeNumber,
    enabled: record === undefined,
    staleTime: 0,
  });
  const form = useContractForm({
    schema,
    defaults: record === undefined ? newSchemeValues(given) : schemeValues(record),
    remarks: (values) => ({ ...termsRemark(values, base), ...freeRemark(values) }),
  });

  function send(body: z.output<typeof schema>, signal: AbortSignal) {
    if (base === undefined) return call(schemes.create, { body, signal });
    return call(schemes.edit, { params: { id: base._id }, body: { ...body, updatedAt: base.updatedAt }, signal });
  }

  async function save(body: z.output<typeof schema>, { signal }: Submitting) {
    await refuseOtherDevice();
    const reply = await send(body, signal).catch((failure: unknown) => Promise.reject(somethingWrong(failure)));
    if (reply.status === 201) throw new ApiError(201, reply.data.message, { errors: { EANCode: reply.data.message } });
    toast.success(reply.data.message);
    await outdated([schemes.list, schemes.byEan, schemes.maxNumber, products.list, accounts.counts]);
    await onSaved(reply.data.data);
  }

  return {
    form,
    save,
    base,
    merge,
    offers,
    picksVendor,
    /** The scheme's number, or a preview of the next one; undefined while loading. */
    number: record?.schemeNumber ?? (highest === undefined ? undefined : highest + 1),
  };
}

/** The contract's rules; a past validity is an error only if it is new. */
function rules(stored: string | null, picksVendor: boolean) {
  return schemeForm.extend({
    validity: optionalDate.refine((day) => day === stored || validityProblem(day, new Date()) === null, messages.validity),
    userID: picksVendor ? vendorChoice : ownerChoice,
  });
}

function freeRemark({ quantity, freeQuantity }: Values) {
  const remark = freeQuantityRemark(quantity, freeQuantity);
  return remark === null ? {} : { freeQuantity: remark };
}

/** A warning at the first changed term: its effect on products. */
function termsRemark(values: Values, stored: Scheme | undefined) {
  if (stored === undefined) return {};
  const changed = (['quantity', 'freeQuantity', 'netPTR', 'discount'] as const).find((term) => {
    const [was, is] = [parseDecimal(stored[term]), parseDecimal(values[term])];
    return was === null || is === null ? was !== is : !was.eq(is);
  });
  return changed === undefined ? {} : { [changed]: 'Products with this scheme need price approval again.' };
}

/**
 * Section 6 allows only the user's newest session to save a scheme, so this is checked before each submit. An older session signs out,
 * which leads to the login page with the reason, and throws.
 */
async function refuseOtherDevice(): Promise<void> {
  const session = currentSession();
  const { data } = await call(accounts.get, { params: { id: session?.userID ?? '' } });
  if (session !== null && data[0]?.accessToken === session.token) return;
  endSession(accountMessages.otherDevice);
  throw new ApiError(412, accountMessages.otherDevice);
}
