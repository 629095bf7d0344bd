import { showMoney } from '@aapurti/contract/fields';
import { matchToleranceForm, type MatchTolerance, matchTolerances } from '@aapurti/contract/matching';
import { Button, Modal } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { useVendors } from '../accounts/VendorField.tsx';
import { call, messageOf } from '../api.ts';
import { Form, FormSection } from '../form/Form.tsx';
import { NumberField } from '../form/NumberField.tsx';
import { SelectField } from '../form/SelectField.tsx';
import { TextField } from '../form/TextField.tsx';
import { useContractForm } from '../form/useContractForm.ts';
import { ConfirmModal } from '../ui/ConfirmModal.tsx';
import { NotLoaded } from '../ui/NotLoaded.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { toast } from '../ui/toast.tsx';
import { t } from '../words.ts';
import classes from './MatchTolerances.module.css';
import { SettingsTabs } from './SettingsTabs.tsx';

/** Tolerances of the match for vendors and categories of items; the usual ones are among the general settings. */
export function MatchTolerancesPage() {
  const client = useQueryClient();
  const [open, setOpen] = useState<MatchTolerance | 'new' | null>(null);
  const [leaving, setLeaving] = useState<MatchTolerance | null>(null);
  const { data, error, isPending, isFetching, refetch } = useQuery({
    queryKey: [matchTolerances.list.id],
    queryFn: async ({ signal }) => (await call(matchTolerances.list, { signal })).data,
  });
  const renew = () => client.invalidateQueries({ queryKey: [matchTolerances.list.id] });
  const remove = useMutation({
    mutationFn: ({ _id }: MatchTolerance) => call(matchTolerances.remove, { params: { id: _id } }),
    onSuccess: (reply) => toast.success(reply.data.message),
    onError: (failure) => toast.error(messageOf(failure)),
    onSettled: renew,
  });
  return (
    <>
      <PageHeader title="Invoice match" />
      <SettingsTabs />
      <Panel
        title="Tolerances"
        aside={
          <Button variant="default" onClick={() => setOpen('new')}>
            {t('Add tolerances')}
          </Button>
        }
      >
        {data === undefined ? (
          isPending ? (
            <Spinner />
          ) : (
            <NotLoaded query={{ error, isFetching, refetch }} sign />
          )
        ) : data.length === 0 ? (
          <p className={classes.small}>{t('The tolerances of the general settings hold for every vendor and item.')}</p>
        ) : (
          <ul className={classes.list} aria-label={t('Tolerances')}>
            {data.map((each) => (
              <li key={each._id}>
                <div>
                  <p className={classes.name}>{nameOf(each)}</p>
                  <p className={classes.small}>
                    {t('Quantity {quantity} %, price {price} % or {priceAmount}', { ...each, priceAmount: showMoney(each.priceAmount) })}
                  </p>
                </div>
                <div className={classes.buttons}>
                  <Button variant="default" size="xs" onClick={() => setOpen(each)} aria-label={t('Change {name}', { name: nameOf(each) })}>
                    {t('Change')}
                  </Button>
                  <Button
                    variant="default"
                    size="xs"
                    onClick={() => setLeaving(each)}
                    aria-label={t('Delete {name}', { name: nameOf(each) })}
                  >
                    {t('Delete')}
                  </Button>
                </div>
              </li>
            ))}
          </ul>
        )}
      </Panel>
      {open !== null && <ToleranceModal {...(open === 'new' ? {} : { record: open })} onClose={() => setOpen(null)} onDone={renew} />}
      <ConfirmModal
        opened={leaving !== null}
        onClose={() => setLeaving(null)}
        onConfirm={async () => {
          if (leaving !== null) await remove.mutateAsync(leaving).catch(() => undefined);
        }}
        title={`Delete ${leaving === null ? '' : nameOf(leaving)}`}
        confirm="Delete"
      >
        {t('The usual tolerances hold again.')}
      </ConfirmModal>
    </>
  );
}

function nameOf({ vendorName, category }: MatchTolerance): string {
  return [vendorName, category].filter((part) => part !== null).join(', ');
}

interface ToleranceModalProps {
  record?: MatchTolerance;
  onClose: () => void;
  onDone: () => Promise<unknown>;
}

function ToleranceModal({ record, onClose, onDone }: ToleranceModalProps) {
  const { data: vendors = [], isLoading } = useVendors();
  const { userID = '', category = '', quantity = 0, price = 0, priceAmount = 1 } = record ?? {};
  const form = useContractForm({ schema: matchToleranceForm, defaults: { userID, category, quantity, price, priceAmount } });
  const fixed = record !== undefined;
  return (
    <Modal opened onClose={onClose} size="lg" title={t(fixed ? 'Change tolerances' : 'Add tolerances')}>
      <Form
        form={form}
        submitLabel="Save"
        guarded={false}
        onCancel={onClose}
        onSubmit={async (body) => {
          const { data } = await call(matchTolerances.save, { body });
          toast.success(data.message);
          onClose();
          await onDone();
        }}
      >
        <FormSection>
          <SelectField name="userID" label="Vendor" options={vendors} loading={isLoading} placeholder="Every vendor" disabled={fixed} />
          <TextField name="category" label="Category" maxLength={200} help="Of the items; empty: every category" readOnly={fixed} />
          <NumberField name="quantity" label="Quantity above what was accepted" required suffix="%" />
          <NumberField name="price" label="Price above the order" required suffix="%" help="Or the rupees beside, whichever is more" />
          <NumberField name="priceAmount" label="Price above the order, in rupees" required prefix="₹" help="Of a whole line" />
        </FormSection>
      </Form>
    </Modal>
  );
}
