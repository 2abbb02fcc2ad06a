# shellcheck shell=sh
# Starts the holders of a lab, and prints the name and the pid of each. Arguments: this script, "user" or "root", then each
# host as NAME=ADDRESS.
# A holder keeps its namespaces until its standard input ends. After a line of input, it stays without one. They are those
# of its network and of its host name. That name is the address, because Tez tells its clients the name.
hold='read -r stay <&3 && exec sleep infinity'
exec 3<&0
owner=$1
shift
if [ "$owner" = user ]; then
  # The programs are in this user namespace. The one below it owns the networks, and has root's rights over them.
  unshare --user --map-root-user --net --uts sh -c "$0" "$0" root "$@" <&3 &
  echo "user-namespace $$"
else
  { echo 1 >/proc/sys/net/ipv6/conf/default/disable_ipv6; } 2>/dev/null
  for host; do
    unshare --net --uts sh -c "
      { echo 1 >/proc/sys/net/ipv6/conf/default/disable_ipv6; } 2>/dev/null
      hostname \"\$1\" && echo \"host.\$0 \$\$\"
      exec >/dev/null 2>&1
      $hold" "${host%=*}" "${host#*=}" &
  done
  echo "switch $$"
fi
exec >/dev/null 2>&1
eval "$hold"
