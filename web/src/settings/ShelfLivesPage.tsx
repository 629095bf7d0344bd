import { type ShelfLifeRow, shelfLives } from '@aapurti/contract/dispatch-notes/shelfLives';
import { showNumber } from '@aapurti/contract/ground/fields';
import { useQuery } from '@tanstack/react-query';

import { call } from '../ground/api.ts';
import { callQuery } from '../ground/callQuery.ts';
import { queryClient } from '../ground/queries.ts';
import { Form, FormSection } from '../form/Form.tsx';
import { NumberField } from '../form/NumberField.tsx';
import { TextField } from '../form/TextField.tsx';
import { useContractForm } from '../form/useContractForm.ts';
import { type Column, custom } from '../list/columns.tsx';
import { PlainTable } from '../list/PlainTable.tsx';
import { RowButton } from '../ui/Button.tsx';
import { NotLoaded } from '../ui/NotLoaded.tsx';
import { Panel } from '../ui/Panel.tsx';
import { toast } from '../ui/toast.tsx';
import { useMay } from '../access/useMay.ts';
import { t } from '../words/words.ts';
import { SettingsFrame } from './SettingsFrame.tsx';
import { useStep } from '../ui/useStep.ts';

/** The minimum shelf life in days on arrival, by category. */
export function ShelfLivesPage() {
  const { data, error, isPending, isFetching, refetch } = useQuery(callQuery(shelfLives.list));
  return (
    <SettingsFrame title="Shelf life">
      {data !== undefined ? <ShelfLives rows={data} /> : <NotLoaded panel query={{ error, isPending, isFetching, refetch }} sign />}
    </SettingsFrame>
  );
}

function ShelfLives({ rows }: { rows: readonly ShelfLifeRow[] }) {
  const mayChange = useMay()(shelfLives.save.access);
  const form = useContractForm({ schema: shelfLives.save.body, defaults: { category: '', days: '' } });

  const remove = useStep((id: string) => call(shelfLives.remove, { params: { id } }), [shelfLives.list]);

  const columns: readonly Column<ShelfLifeRow>[] = [
    custom('Category', ({ category }) => category ?? t('All others'), { lead: true }),
    custom('Minimum days left', ({ days }) => showNumber(days), { brief: true, align: 'right' }),
    ...(mayChange
      ? [
          custom<ShelfLifeRow>(
            'Action',
            ({ _id, category }) => (
              <RowButton
                label="Remove"
                compact
                aria-label={t('Remove {category}', { category: category ?? t('All others') })}
                onClick={() => remove.mutate(_id)}
              />
            ),
            { brief: true },
          ),
        ]
      : []),
  ];
  return (
    <>
      <PlainTable
        title="Minimum shelf life on arrival"
        columns={columns}
        rows={rows}
        empty="No minimum set. Goods are accepted up to their expiry date."
      />
      <Panel title="Add or change">
        <Form
          form={form}
          access={shelfLives.save.access}
          onSubmit={async (body) => {
            const { data } = await call(shelfLives.save, { body });
            queryClient.setQueryData([shelfLives.list.id], data.data);
            toast.success(data.message);
          }}
        >
          <FormSection>
            <TextField
              name="category"
              label="Category"
              maxLength={100}
              help="Exactly as on the items. Leave blank for all other categories."
            />
            <NumberField name="days" label="Minimum days left" required />
          </FormSection>
        </Form>
      </Panel>
    </>
  );
}
