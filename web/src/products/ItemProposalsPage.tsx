import { type ItemProposal, itemProposals, messages, PROPOSAL_STATES, type ProposalState } from '@aapurti/contract/products/itemProposals';
import { Group } from '@mantine/core';
import { IconCheck, IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';

import { useSignedIn } from '../access/session.ts';
import { useMay } from '../access/useMay.ts';
import { vendorColumn, vendorFilter } from '../choose/vendorColumn.tsx';
import { call } from '../ground/api.ts';
import { renewed } from '../ground/callQuery.ts';
import { code, type Column, custom, date, money, serial, status, text } from '../list/columns.tsx';
import { codeFilter, type Filter, selectFilter, textFilter } from '../list/filters.ts';
import { ListPage } from '../list/ListPage.tsx';
import { Button } from '../ui/Button.tsx';
import { ReasonModal } from '../ui/ReasonModal.tsx';
import { StepModal } from '../ui/StepModal.tsx';
import { Truncated } from '../ui/Truncated.tsx';
import { urls } from '../urls.ts';
import { t } from '../words/words.ts';
import { AcceptItemForm } from './AcceptItemForm.tsx';

const TONES = { waiting: 'warn', accepted: 'good', declined: 'bad' } as const;

const columns: readonly Column<ItemProposal>[] = [
  serial('Sr No'),
  text('Product Name', 'productName', { width: 240, lead: true }),
  code('EAN Code', 'EANCode', { brief: true }),
  text('Brand Name', 'brandName'),
  text('Pack', 'pack'),
  code('HSN Code', 'HSNCode'),
  money('MRP', 'MRP', { summed: false, brief: true }),
  status('Status', ({ state }) => ({ word: PROPOSAL_STATES[state], tone: TONES[state] }), { brief: true }),
  custom('Reason', ({ reason }) => <Truncated text={reason ?? '–'} width={200} />),
  date('Proposed on', 'createdAt', { sortBy: true }),
];
const buyerColumns: readonly Column<ItemProposal>[] = columns.toSpliced(2, 0, vendorColumn);

const facts: readonly Column<ItemProposal>[] = [code('FSSAI licence number', 'fssai'), code('Item Code', 'itemCode')];

const filters: readonly Filter[] = [
  textFilter('Product Name', 'productName'),
  codeFilter('EAN Code', 'EANCode'),
  selectFilter(
    'Status',
    'state',
    (Object.keys(PROPOSAL_STATES) as ProposalState[]).map((value) => ({ value, label: PROPOSAL_STATES[value] })),
  ),
];
const buyerFilters: readonly Filter[] = [vendorFilter, ...filters];

/** Items proposed by vendors: a vendor sees its own with the decisions; the buyer sees all, and accepts or rejects them. */
export function ItemProposalsPage() {
  const { isAdmin } = useSignedIn();
  const may = useMay();
  const [deciding, setDeciding] = useState<{ proposal: ItemProposal; accepts: boolean } | null>(null);
  const renew = () => renewed([itemProposals.list]);
  const canDecide = may(itemProposals.accept.access);

  function detail(proposal: ItemProposal) {
    return (
      <>
        {canDecide && proposal.state === 'waiting' && (
          <Group gap="xs" mb="md">
            <Button label="Accept" size="compact-md" icon={IconCheck} onClick={() => setDeciding({ proposal, accepts: true })} />
            <Button
              label="Reject"
              size="compact-md"
              variant="default"
              icon={IconX}
              onClick={() => setDeciding({ proposal, accepts: false })}
            />
          </Group>
        )}
        {proposal.picture !== null && (
          <img
            src={proposal.picture}
            alt={t('Picture of {name}', { name: proposal.productName })}
            style={{ maxWidth: '100%', maxHeight: '20rem' }}
          />
        )}
      </>
    );
  }

  const propose = { label: 'Propose an item', href: urls.itemPropose(), icon: <IconPlus size={16} />, access: itemProposals.create.access };
  return (
    <ListPage
      title="Proposed items"
      breadcrumb={[{ label: 'Products', href: urls.products }]}
      operation={itemProposals.list}
      columns={isAdmin ? buyerColumns : columns}
      filters={isAdmin ? buyerFilters : filters}
      pageSize={25}
      rowKey={({ _id }) => _id}
      rowName={({ productName }) => productName}
      rowFacts={facts}
      rowDetail={detail}
      {...(isAdmin ? {} : { action: propose })}
      hint={
        isAdmin
          ? 'No items are proposed. Vendors can propose an EAN that is not in the item list.'
          : 'No proposed items yet. Select Propose an item to ask the buyer to list an EAN.'
      }
    >
      {deciding?.accepts === true && (
        <StepModal title={t('Accept {name}', { name: deciding.proposal.productName })} onClose={() => setDeciding(null)}>
          <AcceptItemForm
            proposal={deciding.proposal}
            onCancel={() => setDeciding(null)}
            onDone={async () => {
              setDeciding(null);
              await renew();
            }}
          />
        </StepModal>
      )}
      {deciding?.accepts === false && (
        <ReasonModal
          title="Reject item"
          consequence="The vendor sees the reason and can propose the item again."
          confirm="Reject"
          missing={messages.reason}
          onClose={() => setDeciding(null)}
          onConfirm={async (reason) => {
            const { _id: id, updatedAt } = deciding.proposal;
            const { data } = await call(itemProposals.decline, { params: { id }, body: { reason, updatedAt } });
            await renew();
            return data.message;
          }}
        />
      )}
    </ListPage>
  );
}
