import { placeOf } from '@aapurti/contract/gst';
import { Input, SegmentedControl } from '@mantine/core';
import { useId } from 'react';

interface TaxKindProps {
  /** Null while it is not known. */
  interState: boolean | null;
  onChange: (interState: boolean) => void;
  /** GST state codes, null while they are not known. */
  supplier: string | null;
  buyer: string | null;
}

/** Which taxes are proposed: decided by the states of vendor and buyer, and the user can choose otherwise. */
export function TaxKind({ interState, onChange, supplier, buyer }: TaxKindProps) {
  const id = useId();
  return (
    <Input.Wrapper
      label="Tax"
      labelElement="div"
      labelProps={{ id }}
      description={whence(supplier, buyer)}
      descriptionProps={{ mt: 5 }}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
    >
      <SegmentedControl
        fullWidth
        aria-labelledby={id}
        value={interState === null ? '' : interState ? 'inter' : 'intra'}
        onChange={(value) => onChange(value === 'inter')}
        data={[
          { value: 'intra', label: 'CGST + SGST' },
          { value: 'inter', label: 'IGST' },
        ]}
      />
    </Input.Wrapper>
  );
}

function whence(supplier: string | null, buyer: string | null): string {
  if (supplier === null || buyer === null) return 'CGST and SGST within a state, IGST between two';
  return supplier === buyer ? `Vendor and buyer are in ${placeOf(buyer)}` : `Vendor in ${placeOf(supplier)}, buyer in ${placeOf(buyer)}`;
}
