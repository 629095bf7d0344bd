import { indianDay, optionalDate } from '@aapurti/contract/fields';
import { freeQuantityRemark, messages, type Scheme, schemeForm, schemes, validityProblem } from '@aapurti/contract/schemes';
import { Modal } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type * as z from 'zod';

import { ApiError, call } from '../api.ts';
import { Form, type Submitting } from '../form/Form.tsx';
import { useContractForm } from '../form/useContractForm.ts';
import { ConfirmModal } from '../ui/ConfirmModal.tsx';
import { toast } from '../ui/toast.tsx';
import { useOnPhone } from '../ui/useOnPhone.ts';
import { refuseOtherDevice } from './newestSession.ts';
import { SchemeFields } from './SchemeFields.tsx';

const newScheme = schemeForm.extend({
  validity: optionalDate.refine((day) => validityProblem(day, new Date()) === null, messages.validity),
});

interface SchemeModalProps {
  /** What the scheme is for; the EAN can still be changed. */
  item: { EANCode: string; name: string; uom: string | null };
  onClose: () => void;
  onCreated: (scheme: Scheme) => Promise<void>;
}

/** Adds a scheme without leaving the form that needs it. */
export function SchemeModal({ item, onClose, onCreated }: SchemeModalProps) {
  const client = useQueryClient();
  const onPhone = useOnPhone();
  const [today] = useState(() => indianDay(new Date()));
  const [asking, setAsking] = useState(false);
  const { data: highest } = useQuery({
    queryKey: [schemes.maxNumber.id],
    queryFn: async ({ signal }) => (await call(schemes.maxNumber, { signal })).data.maxSchemeNumber,
    staleTime: 0,
  });
  const form = useContractForm({
    schema: newScheme,
    defaults: {
      EANCode: item.EANCode,
      date: today,
      schemeName: '',
      productName: item.name,
      quantity: '',
      freeQuantity: '',
      netPTR: '',
      UOM: item.uom,
      discount: '',
      validity: '',
      narration: '',
      active: true,
    },
    remarks: ({ quantity, freeQuantity }) => ({ freeQuantity: freeQuantityRemark(quantity, freeQuantity) }),
  });
  const { isDirty } = form.formState;
  const close = () => (isDirty ? setAsking(true) : onClose());

  async function create(body: z.output<typeof newScheme>, { signal }: Submitting) {
    await refuseOtherDevice();
    const reply = await call(schemes.create, { body, signal });
    if (reply.status === 201) throw new ApiError(201, reply.data.message, { errors: { EANCode: reply.data.message } });
    toast.success(reply.data.message);
    for (const { id } of [schemes.list, schemes.maxNumber]) await client.invalidateQueries({ queryKey: [id] });
    await onCreated(reply.data.data);
    onClose();
  }

  return (
    <>
      <Modal opened onClose={close} title="Add Scheme" size="xl" fullScreen={onPhone} closeOnClickOutside={false}>
        <Form form={form} onSubmit={create} submitLabel="Submit" onCancel={close}>
          <SchemeFields number={highest === undefined ? undefined : highest + 1} today={today} />
        </Form>
      </Modal>
      <ConfirmModal
        opened={asking}
        title="Unsaved changes"
        confirm="Discard"
        close="Keep editing"
        onConfirm={onClose}
        onClose={() => setAsking(false)}
      >
        This scheme is not saved. Discard what you typed?
      </ConfirmModal>
    </>
  );
}
