import { RULE_WORDS } from '@aapurti/contract/invoices/matchFacts';
import type { Invoice } from '@aapurti/contract/invoices/invoices';
import { type InvoiceMatch, matching, messages } from '@aapurti/contract/invoices/matching';
import { Group, Modal, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { call, messageOf } from '../ground/api.ts';
import { queryClient } from '../ground/queries.ts';
import { forgetFigures } from '../payments/forgetFigures.ts';
import { Button } from '../ui/Button.tsx';
import { toast } from '../ui/toast.tsx';
import { t } from '../words/words.ts';

interface DecideMatchProps {
  kind: 'release' | 'return';
  /** The proposed reason. */
  reason: string;
  invoice: Invoice;
  match: InvoiceMatch;
  onClose: () => void;
  onDone: () => void;
}

/** The exceptions of each line, one per row: a line can differ in quantity and in price. */
function faultsByLine({ findings }: InvoiceMatch): Record<number, string> {
  const byLine: Record<number, string> = {};
  for (const { line, outcome, rule, found, expected } of findings) {
    if (line === null || outcome === 'remark') continue;
    const fault = t('{label}: {found} (expected: {expected})', { label: RULE_WORDS[rule], found, expected });
    byLine[line] = byLine[line] === undefined ? fault : `${byLine[line]}\n${fault}`;
  }
  return byLine;
}

/** Asks for the reason to release an exception or to send the invoice back. The latter also takes a reason for each line. */
export function DecideMatch({ kind, reason: begun, invoice, match, onClose, onDone }: DecideMatchProps) {
  const [reason, setReason] = useState(begun);
  const [missing, setMissing] = useState(false);
  // The label of each field names its line, so the proposed reason does not.
  const [byLine, setByLine] = useState<Readonly<Record<number, string>>>(() => faultsByLine(match));
  const decide = useMutation({
    mutationFn: async () => {
      const params = { id: invoice._id };
      if (kind === 'release') return call(matching.release, { params, body: { reason, runId: match.runId } });
      const lines = Object.entries(byLine).flatMap(([line, text]) =>
        text.trim() === '' ? [] : [{ line: Number(line), reason: text.trim() }],
      );
      return call(matching.sendBack, { params, body: { reason, lines } });
    },
    onSuccess: async ({ data }) => {
      await forgetFigures();
      await queryClient.invalidateQueries();
      toast.success(data.message);
      onDone();
    },
  });
  const { invoiceNumber } = invoice;
  return (
    <Modal
      opened
      onClose={onClose}
      title={
        kind === 'release'
          ? t('Release invoice {invoiceNumber}', { invoiceNumber })
          : t('Send back invoice {invoiceNumber}', { invoiceNumber })
      }
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setMissing(reason.trim() === '');
          if (reason.trim() !== '') decide.mutate();
        }}
      >
        <Textarea
          label={t('Reason')}
          description={t(
            kind === 'release'
              ? 'The invoice can then be paid. The vendor sees your reason.'
              : 'The vendor sees it and corrects the invoice.',
          )}
          maxLength={500}
          autosize
          minRows={3}
          data-autofocus
          value={reason}
          error={t(missing && reason.trim() === '' ? messages.reason : undefined)}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {kind === 'return' &&
          match.lines.map(({ no, itemName }) => (
            <Textarea
              key={no}
              label={t('Line {no}, {itemName}', { no, itemName })}
              maxLength={500}
              autosize
              value={byLine[no] ?? ''}
              onChange={(event) => setByLine({ ...byLine, [no]: event.currentTarget.value })}
              mt="sm"
            />
          ))}
        <div role="alert">{decide.error !== null && t(messageOf(decide.error))}</div>
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button label="Cancel" variant="default" onClick={onClose} />
          <Button label={kind === 'release' ? 'Release' : 'Send back'} type="submit" loading={decide.isPending} />
        </Group>
      </form>
    </Modal>
  );
}
