import { codeLists } from '@aapurti/contract/rates/codeLists';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';

import { call } from '../../ground/api.ts';

/** The remark on an IFSC code that is in none of the lists that administrators loaded, once it is typed to its end. */
export function useUnlistedIfsc(typed: string): string | null {
  const [ifsc] = useDebouncedValue(typed.trim(), 300);
  const isWhole = ifsc.length === 11;
  const { data } = useQuery({
    queryKey: [codeLists.remark.id, ifsc],
    queryFn: async ({ signal }) => (await call(codeLists.remark, { query: { ifsc }, signal })).data.remark,
    enabled: isWhole,
  });
  return isWhole && ifsc === typed.trim() ? (data ?? null) : null;
}
