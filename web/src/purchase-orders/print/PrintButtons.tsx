import { type Cartons, cartonsOf, labelCount } from '@aapurti/contract/purchase-orders/cartons';
import type { PurchaseOrder } from '@aapurti/contract/purchase-orders/orders';
import { Menu, Modal } from '@mantine/core';
import { IconBarcode, IconDownload, IconPackage, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';

import { messageOf } from '../../ground/api.ts';
import { Button } from '../../ui/Button.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { toast } from '../../ui/toast.tsx';
import { useOnPhone } from '../../ui/useOnPhone.ts';
import { t } from '../../words/words.ts';
import { onDemand } from '../../ui/onDemand.tsx';

/** Loaded at the first print, because most visits do not print. */
const LabelChoice = onDemand(async () => (await import('./LabelChoice.tsx')).LabelChoice, <Spinner height={160} />);
const prints = () => import('./prints.tsx');

/** 'Packing Label' asks which lines and how many cartons; 'Generate Package' prints all lines, packed as chosen there, otherwise as proposed. */
export function PrintButtons({ order }: { order: PurchaseOrder }) {
  const [choosing, setChoosing] = useState(false);
  const [busy, setBusy] = useState(false);
  const [cartons, setCartons] = useState<Cartons>(new Map());
  const onPhone = useOnPhone();
  const lines = order.listOfItems.length;
  const packed = labelCount(new Map(order.listOfItems.map((line, index) => [index + 1, cartons.get(index + 1) ?? cartonsOf(line)])));

  async function run(work: () => Promise<void>) {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      toast.error(messageOf(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <Button label="Packing Label" variant="default" leftSection={<IconBarcode size={16} />} onClick={() => setChoosing(true)} />
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button label="Generate Package" variant="default" leftSection={<IconPackage size={16} />} loading={busy} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>
            A4, {t('{count, plural, one {# line} other {# lines}}', { count: lines })},{' '}
            {t('{count, plural, one {# carton} other {# cartons}}', { count: packed })}
          </Menu.Label>
          <Menu.Item
            leftSection={<IconPrinter size={16} />}
            onClick={() => void run(async () => (await prints()).printPackage(order, cartons))}
          >
            {t('Print')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconDownload size={16} />}
            onClick={() => void run(async () => (await prints()).savePackage(order, cartons))}
          >
            {t('Download PDF')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal opened={choosing} onClose={() => setChoosing(false)} title={t('Packing Label')} size="46rem" fullScreen={onPhone}>
        <LabelChoice order={order} cartons={cartons} onChosen={setCartons} onClose={() => setChoosing(false)} />
      </Modal>
    </>
  );
}
