import { Input, SegmentedControl } from '@mantine/core';
import { useId } from 'react';
import { t } from '../words/words.ts';

interface TaxKindProps {
  /** Null while it is not known. */
  interState: boolean | null;
  onChange: (interState: boolean) => void;
  /** The reason; null while it is not known. */
  words: string | null;
}

/** The choice of taxes that are proposed: decided by the registrations of vendor and buyer, and the user can choose otherwise. */
export function TaxKind({ interState, onChange, words }: TaxKindProps) {
  const id = useId();
  return (
    <Input.Wrapper
      label={t('Tax')}
      labelElement="div"
      labelProps={{ id }}
      description={t(words ?? 'CGST and SGST within a state, IGST between states')}
      descriptionProps={{ mt: 5 }}
    >
      <SegmentedControl
        fullWidth
        aria-labelledby={id}
        value={interState === null ? '' : interState ? 'inter' : 'intra'}
        onChange={(value) => onChange(value === 'inter')}
        data={[
          { value: 'intra', label: t('CGST + SGST') },
          { value: 'inter', label: t('IGST') },
        ]}
      />
    </Input.Wrapper>
  );
}
