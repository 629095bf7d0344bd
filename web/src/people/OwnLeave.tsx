import { members } from '@aapurti/contract/people/members';
import { useQuery } from '@tanstack/react-query';

import { callQuery, renewed } from '../ground/callQuery.ts';
import { NotLoaded } from '../ui/NotLoaded.tsx';
import { Leave } from './Leave.tsx';

/** One's own leave, on the profile. */
export function OwnLeave() {
  const { data, error, isPending, isFetching, refetch } = useQuery({ ...callQuery(members.leave), staleTime: 0 });
  if (data === undefined) {
    return <NotLoaded title="Leave" query={{ error, isPending, isFetching, refetch }} height={80} />;
  }
  return (
    <Leave
      people={[{ _id: data.own, name: 'you' }, ...data.colleagues]}
      delegations={data.delegations}
      own={data.own}
      onChanged={() => renewed([members.leave])}
    />
  );
}
