import { oneLine } from '@aapurti/contract/ground/fields';
import type { BuyerSite } from '@aapurti/contract/registrations/registrations';
import { Autocomplete } from '@mantine/core';
import { useFormContext } from 'react-hook-form';

import { textOf, useField } from '../form/useField.tsx';
import { useSites } from '../choose/useSites.ts';
import { DROPDOWN } from '../ui/dropdown.ts';

/** The destination of the goods: one of the buyer's sites, or any text. A site determines the registration that receives the goods. */
export function DeliveryLocationField() {
  const sites = useSites();
  const { setValue } = useFormContext();
  const { field, common } = useField({
    name: 'deliveryLocation',
    label: 'Delivery Location',
    ...(sites.length === 0 ? {} : { help: 'One of your sites or any other address' }),
  });
  const places = new Map(sites.map((site) => [placeWords(site), site]));
  return (
    <Autocomplete
      {...common}
      {...DROPDOWN}
      data={[...places.keys()]}
      value={textOf(field.value)}
      onChange={field.onChange}
      onOptionSubmit={(chosen) => {
        const registration = places.get(chosen)?.registrationGSTIN;
        if (registration) setValue('buyerGST', registration, { shouldDirty: true, shouldValidate: true });
      }}
      autoComplete="off"
      maxLength={1000}
    />
  );
}

function placeWords({ name, address, postalCode }: BuyerSite): string {
  return oneLine(`${name}, ${address} ${postalCode}`);
}
