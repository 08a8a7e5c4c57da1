#!/usr/bin/env bash
# cmake/EmbedText.cmake: the text is the file's, the head's dot-commands left out; limits are told.
source "$(dirname "$0")/checks.sh" "$1"

embed() { cmake -D INPUT="$work/$1" -D OUTPUT="$work/$1.hpp" -P "$project/cmake/EmbedText.cmake"; }

cat >"$work/query.sql" <<'END'
-- says [what] it "answers"; with \backslashes
.mode tabs

SELECT 'a;b', '${HOME}' || char(9);
.mode stays here, for it is not in the head
END
run 0 embed query.sql
cp "$work/query.sql.hpp" "$work/out"
says out 'inline constexpr std::string_view query_sql = R"embedded(-- says [what] it "answers"; with \backslashes'
says out "SELECT 'a;b', '\${HOME}' || char(9);"
says out ".mode stays here"
! grep -q '^.mode tabs' "$work/out" || die "the dot-command was kept"

head -c 70000 /dev/zero | tr '\0' x >"$work/long.sql"
run 1 embed long.sql
says err "has 70000 bytes"

echo 'x )embedded" y' >"$work/delimiter.sql"
run 1 embed delimiter.sql
says err 'contains )embedded"'
