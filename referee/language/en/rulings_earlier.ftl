# Messages of rulings that earlier versions kept in logs, and that no ruling gives any more

lay-off-fit_not-rank = { $added } can’t be added to { $onto }, a set of { $ranks }.
lay-off-fit_not-run = { $added } can’t be added to { $onto }, a run from the { $first } to the { $last }.
lay-off-fit_not-low = { $added } can’t be added to { $onto }: the ace is high here, above the king.
lay-off-fit_not-high = { $added } can’t be added to { $onto }: the ace is low here, below the two.
lay-off-fit_one-choice = { go-on } as { $stands }, unless the player says otherwise.
lay-off-fit_never = No card is wild in this game, so there’s none to take.
take-wild-kind_set = Here a wild may be taken from a run, not from a set.
take-wild-kind_run = Here a wild may be taken from a set, not from a run.
